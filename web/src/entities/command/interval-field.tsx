import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

/** A collection interval in minutes, from 5 minutes to a week. */
export function IntervalField({ value, onChange }: { value: number; onChange: (minutes: number) => void }) {
  const { t } = useTranslation('commands');
  return (
    <InputNumber
      aria-label={t('interval')}
      min={5}
      max={10_080}
      value={value}
      suffix={t('minutes')}
      onChange={(minutes) => onChange(minutes ?? 5)}
    />
  );
}
