import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

interface Props {
  segment: boolean;
  onChange: (segment: boolean) => void;
}

/** Sums along an array, or the part of each segment. */
export function AccumulationChoice({ segment, onChange }: Props) {
  const { t } = useTranslation('data-views');
  return (
    <Select
      aria-label={t('accumulation.mode')}
      popupMatchSelectWidth={false}
      value={segment ? 'segment' : 'sum'}
      options={(['sum', 'segment'] as const).map((value) => ({ value, label: t(`accumulation.${value}`) }))}
      onChange={(value) => onChange(value === 'segment')}
    />
  );
}
