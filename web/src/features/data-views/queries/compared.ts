import { useMemo } from 'react';
import { comparedTimes } from '../model/compared-times';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useTimes } from './readings';

const noTimes: number[] = [];

/** useComparedTimes reads the times of the readings in range, and chooses those that a view compares. */
export function useComparedTimes(point: PointState, state: ViewState, every: number, enabled = true) {
  const query = useTimes({ pointId: point.id, range: state.range, every, enabled });
  const all = query.data ?? noTimes;
  const times = useMemo(() => comparedTimes(all, state, point.interval), [all, state, point.interval]);
  return { query, all, times };
}
