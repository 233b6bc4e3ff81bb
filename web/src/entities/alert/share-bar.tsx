import { formatPercent } from '@/ui/format/number';
import { isLevel, type Mark } from './mark';
import styles from './share-bar.module.css';

interface Props {
  /** Share of the red control value; may exceed 1. */
  share: number;
  level: Mark;
}

/** Distance of a value to its red control value: the bar stops at 100 %, the number does not. */
export function ShareBar({ share, level }: Props) {
  return (
    <span className={styles.share}>
      <span className={styles.rail} aria-hidden="true">
        <svg className={styles.bar} width="100%" height="4">
          <rect
            width={`${Math.min(1, Math.max(0, share)) * 100}%`}
            height="4"
            rx="2"
            fill={isLevel(level) ? `var(--level-${level})` : 'var(--lineStrong)'}
          />
        </svg>
      </span>
      <span className={styles.percent}>{formatPercent(share)}</span>
    </span>
  );
}
