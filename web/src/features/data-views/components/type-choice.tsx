import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';

/** The values shown in a table, as one choice. */
export function TypeChoice({
  value,
  options,
  onChange,
}: {
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation('data-views');
  return (
    <Segmented
      value={value}
      aria-label={t('type.label')}
      options={options}
      onChange={(chosen) => onChange(String(chosen))}
    />
  );
}
