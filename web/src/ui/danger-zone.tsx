import type { ReactNode } from 'react';
import styles from './danger-zone.module.css';

interface Props {
  title: string;
  /** What it does, shown before its button. */
  hint: string;
  children: ReactNode;
}

/** Actions that a click cannot undo, separated from the rest of a form. */
export function DangerZone({ title, hint, children }: Props) {
  return (
    <section className={styles.danger}>
      <h2>{title}</h2>
      <p>{hint}</p>
      {children}
    </section>
  );
}
