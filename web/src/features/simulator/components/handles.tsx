import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import type { NiceAxis } from '@/entities/chart/nice-axis';
import { formatNumber, withUnit } from '@/ui/format/number';
import { type Level, limitNames } from '@/ui/theme/tokens';
import { drawnAt, lastDigit, limitAt, type Row, reachOf, sideOf, withLimit } from '../model/draft';
import { apart } from '../model/plot';
import styles from './plot.module.css';

interface Props {
  row: Row;
  base: Row | undefined;
  worst: number | undefined;
  axis: NiceAxis;
  /** The plot in px from the top of the chart. */
  top: number;
  height: number;
  unit: string;
  decimals: number;
  onChange: (row: Row) => void;
  /** The axis stays while a limit is moved. */
  onHold: (held: boolean) => void;
}

/** Height of a handle with the room below it, px. */
const room = 29;
const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** The limits of the draft at the right edge of the plot: dragged, or moved by the arrow keys by one last digit. */
export function Handles({ row, base, worst, axis, top, height, unit, decimals, onChange, onHold }: Props) {
  const { t } = useTranslation(['simulator', 'common']);
  const area = useRef<HTMLDivElement>(null);
  // Where a limit was gripped, in px below its line.
  const grip = useRef(0);
  const side = sideOf(row, worst);
  const shown = limitNames.flatMap((name, i) => {
    const limit = row[name];
    return limit === null ? [] : [{ name, level: (i + 1) as Level, value: drawnAt(row, side, limit) }];
  });
  const at = (value: number) => {
    const place = ((axis.max - value) / (axis.max - axis.min)) * height;
    return Math.min(Math.max(place, 0), height);
  };
  const places = apart(
    shown.map(({ value }) => at(value)),
    room,
    0,
    height,
  );
  const move = (name: (typeof limitNames)[number], value: number) =>
    onChange(withLimit(row, name, limitAt(row, side, value), decimals));
  const onKey = (name: (typeof limitNames)[number], value: number) => (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(name, value + step * lastDigit(decimals));
  };
  /** The ends of what a limit can become, as values on the axis. One without a limit above it reaches the end of the axis. */
  const reach = (name: (typeof limitNames)[number], value: number) => {
    const { low, high } = reachOf(row, name, decimals);
    const far = side > 0 ? Math.max(axis.max, value) : Math.min(axis.min, value);
    const ends = [drawnAt(row, side, low), high === null ? far : drawnAt(row, side, high)];
    return { 'aria-valuemin': Math.min(...ends), 'aria-valuemax': Math.max(...ends) };
  };
  const drag = (name: (typeof limitNames)[number], value: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const box = area.current?.getBoundingClientRect();
      if (!box || event.button !== 0) return;
      grip.current = event.clientY - box.top - at(value);
      event.currentTarget.setPointerCapture(event.pointerId);
      onHold(true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const box = area.current?.getBoundingClientRect();
      if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const share = Math.min(Math.max((event.clientY - box.top - grip.current) / height, 0), 1);
      move(name, axis.max - share * (axis.max - axis.min));
    },
    onPointerUp: () => onHold(false),
    onPointerCancel: () => onHold(false),
  });
  return (
    <div ref={area} className={styles.handles} style={{ top, height }}>
      {shown.map(({ name, level, value }, i) => (
        <button
          key={name}
          type="button"
          role="slider"
          className={styles.handle}
          style={{ top: places[i] }}
          data-changed={base !== undefined && base[name] !== row[name]}
          aria-label={t('handle', { level: t(`common:level.${level as 1}`) })}
          aria-orientation="vertical"
          aria-valuenow={value}
          {...reach(name, value)}
          aria-valuetext={withUnit(formatNumber(value, decimals), unit)}
          onKeyDown={onKey(name, value)}
          {...drag(name, value)}
        >
          <span className={styles.grip} aria-hidden="true" />
          <LevelIcon level={level} size={13} decorative />
          <span className={styles.number}>{formatNumber(value, decimals)}</span>
        </button>
      ))}
    </div>
  );
}
