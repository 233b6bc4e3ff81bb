import { InputNumber } from 'antd';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

interface Props {
  value?: number | null | undefined;
  onChange?: (value: number | null) => void;
  /** The previous value, shown inside the field once it differs. */
  original?: number | null | undefined;
  id?: string;
  label?: string;
  /** Shown after the number. */
  unit?: string | undefined;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
  /** What counts while the field is empty. */
  placeholder?: string;
  /** Id of the element with its error message. */
  wrong?: string | undefined;
  onBlur?: () => void;
  /** Called before the arrow keys step the number. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Numbers are shown with the minus sign, not with a hyphen. */
const withMinus = (value: number) => String(value).replace('-', '−');

/** A right-aligned number; a changed one shows its previous value. */
export function NumberField({ value, onChange, original, label, unit, wrong, ...rest }: Props) {
  const { t } = useTranslation('forms');
  const changed = original !== undefined && original !== null && value !== original;
  return (
    <InputNumber<number>
      {...rest}
      {...(label ? { 'aria-label': label } : {})}
      {...(wrong ? { status: 'error', 'aria-invalid': true, 'aria-describedby': wrong } : {})}
      className={styles.number ?? ''}
      controls={false}
      suffix={unit || undefined}
      value={value ?? null}
      prefix={changed ? <span className={styles.was}>{t('was', { value: withMinus(original) })}</span> : undefined}
      onChange={(next) => onChange?.(next)}
    />
  );
}
