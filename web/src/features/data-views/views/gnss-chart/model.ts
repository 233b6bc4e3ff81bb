import { joinTrace, type PlanTrace } from '@/entities/chart/plan-trace';
import type { ProcessRecipe } from '../../model/process-picture';
import type { FieldInfo, SeriesAnswer } from '../../model/types';

/** The frames of satellite positions: local north-east-up, the structure's axes. */
export const frames = {
  enu: { fields: ['n', 'e', 'u'], east: 'e', north: 'n' },
  xyz: { fields: ['x', 'y', 'z'], east: 'y', north: 'x' },
} as const;

export type Frame = keyof typeof frames;

/** What the plots show: the position in a frame, or its trend rate. */
export type Sight = Frame | 'trend';

const trendFields = ['trendN', 'trendE', 'trendU'];

/** sightsOf are the choices for a point: without a window in its formula it has no trend rate. */
export function sightsOf(fields: readonly Pick<FieldInfo, 'name'>[]): Sight[] {
  return fields.some(({ name }) => trendFields.includes(name)) ? ['enu', 'xyz', 'trend'] : ['enu', 'xyz'];
}

/** positionRecipe: three components under each other. */
export function positionRecipe(sight: Sight): ProcessRecipe {
  return {
    fields: sight === 'trend' ? trendFields : [...frames[sight].fields],
    right: [],
    nodes: [],
    stacked: true,
    types: sight === 'trend' ? ['observed'] : ['accumulated', 'change', 'rate'],
    dashed: [],
  };
}

/** traceOf is the plan trace of the positions of a range. */
export function traceOf(answer: SeriesAnswer, frame: Frame, level: number | null): PlanTrace {
  const { east, north } = frames[frame];
  const of = (field: string) => answer.series.find((s) => s.field === field)?.samples ?? [];
  const info = answer.fields.find((f) => f.name === east);
  return {
    points: joinTrace(of(east), of(north)),
    eastName: info?.label ?? east,
    northName: answer.fields.find((f) => f.name === north)?.label ?? north,
    unit: info?.unit ?? 'mm',
    decimals: info?.decimals ?? 2,
    level,
  };
}
