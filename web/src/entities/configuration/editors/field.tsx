import type { ReactNode } from 'react';
import styles from './editors.module.css';

interface Props {
  label: ReactNode;
  children: ReactNode;
  /** A full row, for choices shown side by side. */
  whole?: boolean;
  /** Two columns of the grid, for long names. */
  wide?: boolean;
}

/** A control with its label and unit above. */
export function Field({ label, children, whole = false, wide = false }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is handed in
    <label className={styles.field} data-whole={whole} data-wide={wide}>
      <span>{label}</span>
      {children}
    </label>
  );
}
