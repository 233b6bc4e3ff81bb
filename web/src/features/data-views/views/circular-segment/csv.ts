import { useTranslation } from 'react-i18next';
import { saveText } from '@/ui/download';
import { formatTime } from '@/ui/format/time';
import { csvText } from '../../model/csv';
import type { PointState } from '../../model/types';
import { decimalsOf, jointName, quantities, unitOf } from './model';
import type { Lining } from './use-lining';

/** Saves the segments at the compared times as CSV. */
export function useSegmentCsv({ lining, times }: Lining, point: PointState, title: string, zone: string) {
  const { t } = useTranslation('data-views');
  return () => {
    const { segments = [], curves = [] } = lining ?? {};
    const heads = quantities.map((one) => `${t(`lining.${one}`)} ${unitOf(one)}`);
    const base = times.base === null ? t('base.initial') : formatTime(times.base, zone);
    const rows = curves.flatMap(({ t: time, moved }) =>
      segments.map((segment, i) => [
        ...[formatTime(time, zone), base, segment.name, segment.next === null ? '' : jointName(segments, i)],
        ...quantities.map((one) => moved[i]?.[one]?.toFixed(decimalsOf(one)) ?? ''),
      ]),
    );
    const head = [t('column.time'), t('base.label'), t('lining.segment'), t('lining.joint'), ...heads];
    saveText(`${point.name} ${title}.csv`, csvText([head, ...rows]), 'text/csv');
  };
}
