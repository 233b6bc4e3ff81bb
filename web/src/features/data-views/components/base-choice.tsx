import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import styles from './base-choice.module.css';

interface Props {
  zone: string;
  base: number | null;
  /** The reading on view, offered as the base; null if there is none. */
  reading: number | null;
  onChange: (base: number | null) => void;
  /** The label is in front, as in a tool bar; else above. */
  inline?: boolean;
}

/** The reference of accumulated change: the initial value, or the result at a chosen time. */
export function BaseChoice({ zone, base, reading, onChange, inline = false }: Props) {
  const { t } = useTranslation('data-views');
  return (
    <div className={styles.choice} data-inline={inline}>
      <span>{t('base.label')}</span>
      <ZonedPicker
        zone={zone}
        label={t('base.label')}
        allowClear
        placeholder={t('base.initial')}
        value={base}
        onChange={onChange}
      />
      {reading !== null && reading !== base && (
        <Button type="link" size="small" onClick={() => onChange(reading)}>
          {t('base.useReading')}
        </Button>
      )}
    </div>
  );
}
