import type { BearingArrow, BearingChart, ComponentLine } from '@/entities/chart/bearing';
import type { TracePoint } from '@/entities/chart/plan-trace';
import { joinTrace } from '@/entities/chart/plan-trace';
import { rampOpacity } from '@/entities/chart/profile-nodes';
import { splitByReach, type Threshold, type ThresholdLine, thresholdLines } from '@/entities/chart/threshold-lines';
import { type Frame, limitFields, type Move, movesOf } from '../../model/moves';
import { thresholdOf } from '../../model/profile-rows';
import type { FieldInfo, ReadingRow, SeriesAnswer } from '../../model/types';
import type { ViewState } from '../../model/view-state';

interface ArrowSource {
  times: readonly number[];
  readings: ReadonlyMap<number, ReadingRow>;
  base: ReadingRow | null;
  nodes: readonly number[];
  frame: Frame;
  label: (move: Move) => string;
}

/** arrowsOf are the moves of the chosen nodes at the compared times, the current time last and darkest. */
export function arrowsOf({ times, readings, base, nodes, frame, label }: ArrowSource): BearingArrow[] {
  return times.flatMap((t, i) => {
    const reading = readings.get(t);
    if (!reading) return [];
    const current = i === times.length - 1;
    return movesOf(reading, base, frame)
      .filter((move) => nodes.includes(move.no))
      .map((move) => ({
        key: `${t} ${move.no}`,
        t,
        label: label(move),
        east: move.right,
        north: move.up,
        opacity: current ? 1 : rampOpacity(i, times.length) * 0.7,
        current,
      }));
  });
}

/** trackOf is the way of a node up to a time. */
export function trackOf(answer: SeriesAnswer, frame: Frame, until: number | null): TracePoint[] {
  const of = (field: string) => answer.series.find((one) => one.field === field)?.samples ?? [];
  const up = of(frame.up);
  const right =
    frame.right === null ? up.map(([t, value]) => [t, value === null ? null : 0] as const) : of(frame.right);
  return joinTrace(right, up).filter((one) => until === null || one.t <= until);
}

/** What is within reach of limits. */
interface Reached {
  thresholds: readonly Threshold[];
  frame: Frame;
  ends: readonly { east: number; north: number }[];
  base: ViewState['base'];
  node?: number | undefined;
}

const noLimits: Pick<BearingChart, 'rings' | 'lines'> = { rings: [], lines: [] };

/**
 * limitsOf are the limits within reach of the moves: circles of the resultant, or lines of its components if it has
 * none. Relative moves have no limits.
 */
export function limitsOf({ thresholds, frame, ends, base, node }: Reached): Pick<BearingChart, 'rings' | 'lines'> {
  if (base !== null) return noLimits;
  const fields = limitFields(thresholds, frame, node);
  const within = (field: string, extent: readonly [number, number]): ThresholdLine[] => {
    const threshold = thresholdOf(thresholds, field, 'accumulated', node);
    return threshold ? splitByReach(thresholdLines(threshold, extent), extent).drawn : [];
  };
  if (fields.includes('res')) {
    const reach = Math.max(0, ...ends.map((one) => Math.hypot(one.east, one.north)));
    return { ...noLimits, rings: within('res', [0, reach]).filter((line) => line.value > 0) };
  }
  const lines = fields.flatMap((field) => {
    const axis: ComponentLine['axis'] = field === frame.up ? 'north' : 'east';
    const values = ends.map((one) => one[axis]);
    return within(field, [Math.min(0, ...values), Math.max(0, ...values)]).map((line) => ({ ...line, axis }));
  });
  return { ...noLimits, lines };
}

interface Plan {
  frame: Frame;
  fields: readonly FieldInfo[];
  arrows: readonly BearingArrow[];
  track: BearingChart['track'];
  limits: Pick<BearingChart, 'rings' | 'lines'>;
  axisAzimuth: number | undefined;
}

type Words = (key: 'northeast.north' | 'northeast.axis') => string;

/** planOf is the picture of moves in plan. */
export function planOf({ frame, fields, arrows, track, limits, axisAzimuth }: Plan, t: Words): BearingChart {
  const info = (name: string | null) => fields.find((one) => one.name === name);
  const up = info(frame.up);
  return {
    arrows,
    track,
    ...limits,
    northName: up?.label ?? frame.up,
    eastName: info(frame.right)?.label ?? '',
    unit: up?.unit ?? 'mm',
    decimals: up?.decimals ?? 2,
    azimuth:
      frame.name === 'ne' && axisAzimuth !== undefined ? { name: t('northeast.axis'), degrees: axisAzimuth } : null,
    north: frame.name === 'ne' ? t('northeast.north') : null,
  };
}
