import type { ReactNode } from 'react';
import styles from './editors.module.css';

/** A control with its label above; the unit belongs to the label. */
export function Field({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is handed in
    <label className={styles.field}>
      <span>{label}</span>
      {children}
    </label>
  );
}
