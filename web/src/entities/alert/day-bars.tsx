import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { levelFill } from '@/ui/theme/tokens';
import { useSize } from '@/ui/use-size';
import { type Day, partsOf, topOf, totals } from './bars';
import styles from './day-bars.module.css';

/** Half the width of a date below the bars. */
const halfTick = 18;
/** The width until the place is measured. */
const usualWidth = 436;
const left = 30;
const bottom = 20;

interface Props {
  days: readonly Day[];
  height?: number;
}

/** Alerts per day, stacked by level, with the numbers of the span below. */
export function DayBars({ days, height = 132 }: Props) {
  const { t } = useTranslation(['alerts', 'common']);
  const place = useRef<HTMLElement>(null);
  const width = Math.max(useSize(place).width, 0) || usualWidth;
  const top = topOf(days);
  const sum = totals(days);
  const slot = (width - left) / Math.max(days.length, 1);
  const y = (count: number) => 8 + (height - bottom - 8) * (1 - count / top);
  const every = Math.ceil(days.length / Math.max(Math.floor(width / 88), 1));
  const name = (level: number) => (level === 0 ? t('days.health') : t(`common:level.${level as 1}`));
  const color = (level: number) => (level === 0 ? 'var(--fault)' : levelFill[level as 1]);
  const told = [4, 3, 2, 1, 0].filter((level) => level > 0 || (sum[0] ?? 0) > 0);
  return (
    <figure className={styles.figure} ref={place}>
      <svg
        height={height}
        role="img"
        aria-label={t('days.label', { counts: told.map((level) => `${name(level)} ${sum[level]}`).join(', ') })}
      >
        {[0, top / 2, top].map((count) => (
          <g key={count}>
            <line
              x1={left}
              x2={width}
              y1={y(count)}
              y2={y(count)}
              className={count === 0 ? styles.base : styles.line}
            />
            <text x={left - 6} y={y(count) + 4} className={styles.tick} textAnchor="end">
              {count}
            </text>
          </g>
        ))}
        {days.map((day, i) => (
          <g key={day.date}>
            <title>{`${day.date} ${partsOf(day)
              .map(({ level, from, to }) => `${name(level)} ${to - from}`)
              .join(' ')}`}</title>
            <rect x={left + i * slot} y={8} width={slot} height={height - bottom - 8} fill="transparent" />
            {partsOf(day).map(({ level, from, to }) => (
              <rect
                key={level}
                x={left + i * slot + slot * 0.2}
                width={slot * 0.6}
                y={y(to) + 0.5}
                height={Math.max(y(from) - y(to) - 1, 1)}
                fill={color(level)}
              />
            ))}
            {i % every === 0 && left + (i + 0.5) * slot + halfTick <= width && (
              <text x={left + (i + 0.5) * slot} y={height - 4} className={styles.tick} textAnchor="middle">
                {day.date.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className={styles.legend}>
        {told.map((level) => (
          <span key={level}>
            <i style={{ background: color(level) }} aria-hidden="true" />
            {name(level)} <b>{sum[level]}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
