import { levelFill } from '@/ui/theme/tokens';
import type { Outcome } from '../queries';
import styles from './plot.module.css';

interface Props {
  rows: readonly { name: string; outcome: Outcome }[];
  from: number;
  to: number;
  left: number;
  right: number;
}

/** One strip for each set: the level that it held over time. */
export function Strips({ rows, from, to, left, right }: Props) {
  const share = (t: number) => ((Math.min(Math.max(t, from), to) - from) / (to - from)) * 1000;
  return (
    <div className={styles.strips} aria-hidden="true">
      {rows.map(({ name, outcome }) => (
        <div key={name} className={styles.strip}>
          <span className={styles.stripName} style={{ width: left - 8 }}>
            {name}
          </span>
          <svg
            style={{ left, width: `calc(100% - ${left + right}px)` }}
            viewBox="0 0 1000 14"
            preserveAspectRatio="none"
          >
            {outcome.levels.map(({ time, level }, i) => {
              if (level < 1) return null;
              const begin = share(time);
              const end = share(outcome.levels[i + 1]?.time ?? to);
              return (
                <rect
                  key={time}
                  x={begin}
                  width={Math.max(end - begin, 0.8)}
                  y="0"
                  height="14"
                  fill={levelFill[level]}
                />
              );
            })}
          </svg>
        </div>
      ))}
    </div>
  );
}
