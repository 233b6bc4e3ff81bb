import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import type { NiceAxis } from '@/entities/chart/nice-axis';
import { formatNumber } from '@/ui/format/number';
import { type Level, limitNames } from '@/ui/theme/tokens';
import { drawnAt, lastDigit, limitAt, type Row, sideOf, withLimit } from '../model/draft';
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
  decimals: number;
  onChange: (row: Row) => void;
  /** The axis stays while a limit is moved. */
  onHold: (held: boolean) => void;
}

/** Height of a handle with the room below it, px. */
const room = 29;
const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** The limits of the draft at the right edge of the plot: dragged, or moved by the arrow keys by one last digit. */
export function Handles({ row, base, worst, axis, top, height, decimals, onChange, onHold }: Props) {
  const { t } = useTranslation(['simulator', 'common']);
  const area = useRef<HTMLDivElement>(null);
  const side = sideOf(row, worst);
  const shown = limitNames.flatMap((name, i) => {
    const limit = row[name];
    return limit === null ? [] : [{ name, level: (i + 1) as Level, value: drawnAt(row, side, limit) }];
  });
  const at = (value: number) => ((axis.max - value) / (axis.max - axis.min)) * height;
  const places = apart(
    shown.map(({ value }) => Math.min(Math.max(at(value), 0), height)),
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
  const drag = (name: (typeof limitNames)[number]) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      onHold(true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const box = area.current?.getBoundingClientRect();
      if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const share = Math.min(Math.max((event.clientY - box.top) / height, 0), 1);
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
          aria-valuetext={formatNumber(value, decimals)}
          onKeyDown={onKey(name, value)}
          {...drag(name)}
        >
          <span className={styles.grip} aria-hidden="true" />
          <LevelIcon level={level} size={13} decorative />
          <span className={styles.number}>{formatNumber(value, decimals)}</span>
        </button>
      ))}
    </div>
  );
}
