import type { PlanDetail, PlanMark } from '@/entities/drawing/plan';

export interface MarkChange {
  marks: PlanMark[];
  removed: number[];
}

/** The marks on a drawing after a change. */
export function afterChange(plan: PlanDetail, { marks, removed }: MarkChange): PlanDetail {
  const touched = new Set([...removed, ...marks.map(({ measuringPointId }) => measuringPointId)]);
  return { ...plan, marks: [...plan.marks.filter(({ measuringPointId }) => !touched.has(measuringPointId)), ...marks] };
}
