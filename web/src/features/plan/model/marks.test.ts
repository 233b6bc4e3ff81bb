import type { PlanDetail } from '@/entities/drawing/plan';
import { afterChange } from './marks';

test('adds, moves and removes points on a drawing and keeps the others', () => {
  const mark = (measuringPointId: number, x: number) => ({ measuringPointId, x, y: 0 });
  const plan = { id: 1, marks: [mark(1, 0.1), mark(2, 0.2), mark(3, 0.3)] } as PlanDetail;
  const after = afterChange(plan, { marks: [mark(2, 0.9), mark(4, 0.4)], removed: [1] });
  expect(after.marks).toEqual([mark(3, 0.3), mark(2, 0.9), mark(4, 0.4)]);
});
