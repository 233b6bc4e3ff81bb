import type { ReactNode } from 'react';
import styles from './editors.module.css';

interface Props {
  label: ReactNode;
  children: ReactNode;
  /** A line of its own, for choices that stand side by side. */
  whole?: boolean;
}

/** A control with its label above; the unit belongs to the label. */
export function Field({ label, children, whole = false }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is handed in
    <label className={styles.field} data-whole={whole}>
      <span>{label}</span>
      {children}
    </label>
  );
}
