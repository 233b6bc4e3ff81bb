import { useMemo } from 'react';
import type { components } from '@/api/schema.gen';
import type { Place } from '@/entities/chart/ring';
import type { ComparedTimes } from '../model/compared-times';
import { type RingStates, ringNodes } from '../model/ring';
import type { ReadingRow } from '../model/types';
import { useExplained } from './explanation';
import { useReadings } from './readings';

const observedOnly = ['observed'] as const;
const changesOnly = ['accumulated'] as const;
const placeFields = ['x', 'y'];
const changeFields = ['x', 'y', 'radial', 'convergence'];
const nothingMore: readonly string[] = [];

type RingLayout = components['schemas']['PointRing'];

/**
 * useRingStates reads the places of the nodes of a ring at the compared times, and more fields of the whole ring; `at` is
 * null until they are loaded.
 */
export function useRingStates(
  pointId: number,
  times: ComparedTimes,
  layout: RingLayout | undefined,
  more: readonly string[] = nothingMore,
) {
  const shared = { pointId, times: times.wanted };
  const places = useMemo(() => [...placeFields, ...more], [more]);
  const moves = useMemo(() => [...changeFields, ...more], [more]);
  const observed = useReadings({ ...shared, valueTypes: observedOnly, fields: places });
  const changes = useReadings({ ...shared, valueTypes: changesOnly, fields: moves });
  const end = useArcEnd(pointId, layout?.open ? times.current : null, observed.data);
  const at = useMemo(() => {
    const [seen, moved] = [observed.data, changes.data];
    if (!seen || !moved || (layout?.open && end === undefined)) return null;
    return (time: number | null): RingStates | null => {
      const [places, changed] = time === null ? [] : [seen.get(time), moved.get(time)];
      return places && changed ? { observed: places, changes: changed, end: end ?? undefined } : null;
    };
  }, [observed.data, changes.data, layout, end]);
  return { at, isFetching: observed.isFetching || changes.isFetching };
}

/** The initial position of the last node of an open arc; null without one, undefined until loaded or for a closed ring. */
function useArcEnd(pointId: number, time: number | null, readings: ReadonlyMap<number, ReadingRow> | undefined) {
  const reading = time === null ? undefined : readings?.get(time);
  const node = reading && ringNodes(reading).at(-1)?.no;
  const asked = { pointId, node: node ?? 0, time: node === undefined ? null : time, valueType: 'accumulated' as const };
  const x = useExplained({ ...asked, field: 'x' })?.initial;
  const y = useExplained({ ...asked, field: 'y' })?.initial;
  return useMemo((): Place | null | undefined => {
    if (x === undefined || y === undefined) return undefined;
    return x === null || y === null ? null : [x, y];
  }, [x, y]);
}
