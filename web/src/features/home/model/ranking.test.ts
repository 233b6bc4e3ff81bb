import type { OverviewPoint, ProjectSummary } from '@/api/types';
import { ranked, rankedProject } from './ranking';

function row(id: number, level: number, share: number | null, lastReading: number) {
  const project = { id, name: `P${id}`, level, lastReading } as ProjectSummary;
  const worst = share === null ? undefined : ({ level, share } as OverviewPoint);
  return rankedProject(project, worst, false);
}

const rows = [row(1, 0, 0.1, 50), row(2, 3, 0.8, 10), row(3, 3, null, 40), row(4, 1, 1.2, 30)];
const idsBy = (order: 'level' | 'share' | 'time') => ranked(rows, order).map(({ project }) => project.id);

test('rows are ordered by level, by control value or by time', () => {
  expect(idsBy('level')).toEqual([2, 3, 4, 1]);
  expect(idsBy('share')).toEqual([4, 2, 1, 3]);
  expect(idsBy('time')).toEqual([1, 3, 4, 2]);
});

test('a point that got worse since the list was read counts', () => {
  const project = { id: 1, level: 1, lastReading: 0 } as ProjectSummary;
  expect(rankedProject(project, { level: 4 } as OverviewPoint, false).level).toBe(4);
  expect(rankedProject(project, undefined, false).level).toBe(1);
});
