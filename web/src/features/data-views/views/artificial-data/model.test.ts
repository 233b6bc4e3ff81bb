import type { FieldInfo, PointState, ReadingRow } from '../../model/types';
import { readState } from '../../model/view-state';
import { editedReading, manualRecipe, nodeName } from './model';

const entry = { correctionId: 1, operator: 'Li', note: '', recordedAt: 1 };
const time = '2026-03-01 08:30:00';

test('an entry is edited with all its values', () => {
  const values = { elevation: 5.4309, settlement: -1.2 };
  expect(editedReading({ ...entry, values }, time)).toEqual({ time, values });
  const nodes = [{ no: 1, depth: 0.5, values: { x: 1 } }];
  expect(editedReading({ ...entry, nodes }, time)).toEqual({ time, nodes });
});

test('nodes are named by their place', () => {
  expect(nodeName({ no: 3, depth: 1.5 }, 'depth')).toBe('1.5 m');
  expect(nodeName({ no: 3 }, 'depth')).toBe('3');
});

test('draws the main field of a point, and the worst nodes of an array', () => {
  const field = {
    name: 'x',
    label: 'x',
    unit: 'mm',
    decimals: 2,
    valueTypes: ['observed', 'accumulated'],
  } as FieldInfo;
  const point = { field, main: 'accumulated', noInitial: false, accumulated: 1, rate: null } as PointState;
  const state = readState(new URLSearchParams(), { quick: '30d' });
  const latest = (nodes: ReadingRow['nodes']): ReadingRow => ({ t: 1, flags: [], values: {}, nodes });
  const t = ((key: string) => key) as never;
  expect(manualRecipe(point, [field], {}, latest([]), state, t)).toMatchObject({ fields: ['x'], nodes: [] });
  const nodes = [3, 9, 1].map((x, i) => ({ no: i + 1, depth: i, values: { x } }));
  expect(manualRecipe(point, [field], {}, latest(nodes), state, t).nodes).toEqual([1, 2, 3]);
});
