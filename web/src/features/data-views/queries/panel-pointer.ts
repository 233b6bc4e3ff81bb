import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { SharedPointer } from '@/entities/chart/use-pointer';
import { zoneShift } from '@/ui/format/zoned';
import { type BoardCursor, marksAt, reachOfLines } from '../model/board-cursor';
import { usePanelHost } from '../model/panel-host';
import type { ProcessParts } from '../model/process-picture';
import type { PointState, SeriesAnswer } from '../model/types';

const nothing = { subscribe: () => () => {}, current: () => null };

/** The moment that a board marks. */
export function useCursorTime(cursor: BoardCursor | null): number | null {
  const { subscribe, current } = cursor ?? nothing;
  return useSyncExternalStore(subscribe, current);
}

/** What a process chart has in a panel of a board: the shared cursor, equal margins, and a click that pins the cursor. */
export function usePanelPointer(point: PointState, answer: SeriesAnswer, parts: ProcessParts, context: ChartContext) {
  const host = usePanelHost();
  const cursor = host?.cursor ?? null;
  const publish = host?.publish;
  const at = useCursorTime(cursor);
  const { name, interval } = point;
  const { start, end, reduced } = answer;
  const reach = reachOfLines(interval, [start, end], reduced);
  const shift = useMemo(() => zoneShift(context.zone), [context.zone]);
  const { theme, words } = context;
  const marks = useMemo(
    () => (at === null ? [] : marksAt(parts, at, reach, { palette: theme.palette, number: words.number })),
    [at, parts, reach, theme, words],
  );
  const board = host !== null;
  const pointed = cursor !== null;
  const own = useMemo(() => (board ? { ...context, panel: { pointed } } : context), [board, pointed, context]);
  useEffect(() => {
    publish?.({ name, series: parts.all, reach });
    return () => publish?.(null);
  }, [publish, name, parts, reach]);
  const pointer: SharedPointer | undefined = cursor
    ? {
        at: at === null ? null : shift.to(at),
        marks,
        onMove: (wall) => cursor.move(wall === null ? null : shift.from(wall)),
      }
    : undefined;
  return { pointer, own, onPin: cursor ? host?.onPin : undefined };
}
