import type { ReactNode } from 'react';
import styles from './danger-zone.module.css';

interface Props {
  title: string;
  /** What it does, before the button that does it. */
  hint: string;
  children: ReactNode;
}

/** What cannot be had back by a click, apart from the rest of a form. */
export function DangerZone({ title, hint, children }: Props) {
  return (
    <section className={styles.danger}>
      <h2>{title}</h2>
      <p>{hint}</p>
      {children}
    </section>
  );
}
