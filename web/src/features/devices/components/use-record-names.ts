import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordNames } from '../model/record-charts';
import { useAxisName } from './use-axis-name';

/** The names in charts of records. */
export function useRecordNames(): RecordNames {
  const { t } = useTranslation('records');
  const axis = useAxisName();
  return useMemo(
    () => ({ axis, time: t('time'), frequency: t('frequency'), low: t('lowest'), high: t('highest') }),
    [axis, t],
  );
}
