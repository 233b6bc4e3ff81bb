import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import type { VibrationRecord } from '../record-queries';

/** What is special about a record: its trigger, missing parts, deleted samples. */
export function RecordSigns({ record }: { record: VibrationRecord }) {
  const { t } = useTranslation('records');
  const value = record.triggerValue;
  return (
    <>
      {record.triggered && (
        <Tag color="blue">{value === null ? t('triggered') : t('triggeredBy', { value: formatNumber(value) })}</Tag>
      )}
      {!record.complete && <Tag color="orange">{t('incomplete')}</Tag>}
      {record.deleted && <Tag>{t('deleted')}</Tag>}
    </>
  );
}
