import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '@/ui/format/number';
import { worstFirst } from '@/ui/theme/tokens';
import { LevelIcon } from './level-icon';
import { neutralMarks } from './mark';
import styles from './stat-strip.module.css';

export interface Stat {
  key: string;
  label: string;
  value: ReactNode;
  /** Unit or total, quiet behind the value. */
  unit?: string | undefined;
  /** Stands out from the others. */
  strong?: boolean;
}

interface Props {
  label: string;
  before?: Stat[];
  /** Counts by level; normal last, worst first. */
  levels: readonly number[] | undefined;
  /** Counts without a level; "no data" is not part of "not judged" here. */
  neutral: { notJudged: number; noData?: number } | undefined;
  /** The page that lists the entries without a level. */
  list?: string;
  after?: Stat[];
}

function Cell({ stat }: { stat: Stat }) {
  return (
    <div className={styles.cell} data-strong={stat.strong}>
      <dt className={styles.label}>{stat.label}</dt>
      <dd className={styles.value}>
        {stat.value}
        {stat.unit && <span className={styles.unit}> {stat.unit}</span>}
      </dd>
    </div>
  );
}

/** The strip of figures at the top of a screen: counts, counts by level, and data quality. */
export function StatStrip({ label, before = [], levels, neutral, list, after = [] }: Props) {
  const { t } = useTranslation();
  return (
    <dl className={styles.strip} tabIndex={0} aria-label={label}>
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
      {neutralMarks.map(
        (mark) =>
          neutral?.[mark] !== undefined && (
            <div key={mark} className={styles.level} data-first={mark === 'notJudged'}>
              <dt className={styles.label}>
                <LevelIcon level={mark} size={13} decorative /> {t(`level.${mark}`)}
              </dt>
              <dd className={styles.value}>
                {list && neutral[mark] > 0 ? (
                  <Link className={styles.list} to={list} aria-label={`${t(`level.${mark}`)} ${neutral[mark]}`}>
                    {formatNumber(neutral[mark], 0)}
                  </Link>
                ) : (
                  formatNumber(neutral[mark], 0)
                )}
              </dd>
            </div>
          ),
      )}
      {after.map((stat) => (
        <Cell key={stat.key} stat={stat} />
      ))}
    </dl>
  );
}
