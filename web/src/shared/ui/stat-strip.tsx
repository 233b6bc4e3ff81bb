import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/shared/format/number';
import { worstFirst } from '@/shared/theme/tokens';
import { LevelIcon } from './level-icon';
import styles from './stat-strip.module.css';

export interface Stat {
  key: string;
  label: string;
  value: ReactNode;
  /** Unit or total, quiet behind the value. */
  unit?: string | undefined;
}

interface Props {
  label: string;
  before?: Stat[];
  /** Counts by level; normal last, worst first. */
  levels: readonly number[] | undefined;
  after?: Stat[];
}

function Cell({ stat }: { stat: Stat }) {
  return (
    <div className={styles.cell}>
      <dt className={styles.label}>{stat.label}</dt>
      <dd className={styles.value}>
        {stat.value}
        {stat.unit && <span className={styles.unit}> {stat.unit}</span>}
      </dd>
    </div>
  );
}

/** The strip of figures over a screen: counts, counts by level, and what keeps the data trustworthy. */
export function StatStrip({ label, before = [], levels, after = [] }: Props) {
  const { t } = useTranslation();
  return (
    <dl className={styles.strip} aria-label={label}>
      {before.map((stat) => (
        <Cell key={stat.key} stat={stat} />
      ))}
      {worstFirst.map((level) => (
        <div key={level} className={styles.level}>
          <dt className={styles.label}>
            <LevelIcon level={level} size={13} decorative /> {t(`level.${level}`)}
          </dt>
          <dd className={styles.value}>{levels ? formatNumber(levels[level] ?? 0, 0) : t('none')}</dd>
        </div>
      ))}
      {after.map((stat) => (
        <Cell key={stat.key} stat={stat} />
      ))}
    </dl>
  );
}
