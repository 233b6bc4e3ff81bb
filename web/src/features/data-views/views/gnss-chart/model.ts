import { joinTrace, type PlanTrace } from '@/entities/chart/plan-trace';
import type { ProcessRecipe } from '../../model/process-picture';
import type { SeriesAnswer } from '../../model/types';

/** The frames of satellite positions: local north-east-up, the structure's axes. */
export const frames = {
  enu: { fields: ['n', 'e', 'u'], east: 'e', north: 'n' },
  xyz: { fields: ['x', 'y', 'z'], east: 'y', north: 'x' },
} as const;

export type Frame = keyof typeof frames;

/** positionRecipe: the three components under each other. */
export function positionRecipe(frame: Frame): ProcessRecipe {
  return {
    fields: [...frames[frame].fields],
    right: [],
    nodes: [],
    stacked: true,
    types: ['accumulated', 'change', 'rate'],
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
