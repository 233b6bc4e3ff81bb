import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

/** How often a device collects, in minutes: from 5 to those of a week. */
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
