import { InputNumber } from 'antd';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

interface Props {
  value?: number | null | undefined;
  onChange?: (value: number | null) => void;
  /** What it was before: shown inside the field once it differs. */
  original?: number | null | undefined;
  id?: string;
  label?: string;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
  /** Comes before the arrows step the number. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A number, right aligned; a changed one says what it was. */
export function NumberField({ value, onChange, original, label, ...rest }: Props) {
  const { t } = useTranslation('forms');
  const changed = original !== undefined && original !== null && value !== original;
  return (
    <InputNumber<number>
      {...rest}
      {...(label ? { 'aria-label': label } : {})}
      className={styles.number ?? ''}
      controls={false}
      value={value ?? null}
      prefix={changed ? <span className={styles.was}>{t('was', { value: original })}</span> : undefined}
      onChange={(next) => onChange?.(next)}
    />
  );
}
