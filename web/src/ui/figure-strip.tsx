import type { ReactNode } from 'react';
import styles from './figure-strip.module.css';

export interface Figure {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** Unit or total, quiet behind the value. */
  unit?: string | undefined;
  /** Stands out from the others. */
  strong?: boolean;
  fault?: boolean;
  /** One of a group of narrow figures; `begins` draws the line before the group. */
  grouped?: 'begins' | 'follows';
}

function FigureCell({ figure: { label, value, unit, strong, fault, grouped } }: { figure: Figure }) {
  return (
    <div className={grouped ? styles.grouped : styles.cell} data-strong={strong} data-begins={grouped === 'begins'}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value} data-fault={fault}>
        {value}
        {unit && <span className={styles.unit}> {unit}</span>}
      </dd>
    </div>
  );
}

/** The strip of figures at the top of a screen. */
export function FigureStrip({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={styles.strip} tabIndex={0} aria-label={label}>
      {figures.map((figure) => (
        <FigureCell key={figure.key} figure={figure} />
      ))}
    </dl>
  );
}
