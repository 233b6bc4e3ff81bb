import { useMemo } from 'react';
import { comparedTimes } from '../../model/compared-times';
import { vesselsShown } from '../../model/level-line';
import { resolveRange } from '../../model/range';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { allReadings, useLevelLine } from '../../queries/level-line';
import { useThresholds } from '../../queries/point';
import { lineLook, longestLines } from './model';

/** useLine reads what the view of a line draws: every reading of up to 30 days, otherwise the compared ones. */
export function useLine(point: PointState, state: ViewState, every: number) {
  const thresholds = useThresholds(point.structureId, point.id);
  const { start, end } = resolveRange(state.range, Date.now());
  const short = end - start <= longestLines;
  const asked = {
    point,
    valueType: lineLook(undefined, [], state).valueType,
    base: state.base,
    range: state.range,
  };
  const { query, line } = useLevelLine({
    ...asked,
    ...{ page: 1, pageSize: short ? allReadings : 1, order: 'asc' as const, every },
  });
  const times = useMemo(
    () => comparedTimes(line?.times ?? [], { times: state.times, at: state.at, base: null }, point.interval),
    [line, state.times, state.at, point.interval],
  );
  const compared = useLevelLine({
    ...asked,
    times: times.wanted,
    every: 0,
    enabled: !short && times.wanted.length > 0,
  });
  const read = short ? line : compared.line;
  const readings = useMemo(() => new Map(read?.readings.map((one) => [one.t, one])), [read]);
  const current = times.current === null ? undefined : readings.get(times.current);
  const look = useMemo(() => lineLook(line, thresholds, state), [line, thresholds, state]);
  const chosen = useMemo(() => (line ? vesselsShown(line, state.nodes, current) : []), [line, state.nodes, current]);
  return {
    query,
    line,
    /** The readings of the curves, and a day before the current one. */
    ...{ times, readings, current, look, chosen },
    before: times.before === null ? undefined : readings.get(times.before),
    /** Whether the range is short enough for curves over time. */
    short,
    loading: query.isPending || (!short && compared.query.isFetching && !compared.line),
    busy: (query.isFetching && !query.isPending) || compared.query.isFetching,
  };
}

export type Line = ReturnType<typeof useLine>;
