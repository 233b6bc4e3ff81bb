import type { ProcessSeries } from '@/entities/chart/process-chart';
import type { FieldInfo, ReadingRow } from '../../model/types';
import { componentOf, componentRecipe, nodesShown } from './model';

const field = (name: string, valueTypes = ['observed', 'accumulated']): FieldInfo => ({
  name,
  label: name,
  unit: 'mm',
  decimals: 2,
  valueTypes,
});
const fields = [field('x'), field('y'), field('temp', ['observed'])];
const latest: ReadingRow = {
  t: 1,
  flags: [],
  values: {},
  nodes: [1, -9, 3, 8, 2, 7, null].map((x, i) => ({ no: i + 1, depth: i, values: { x } })),
};
const t = ((key: string) => key) as never;

test('the component is the selected one, else that of the settings, else the main field', () => {
  const point = { field: field('y') };
  expect(componentOf(point, fields, {}, { fields: ['temp'] })).toBe('temp');
  expect(componentOf(point, fields, { fields: ['x'] }, { fields: [] })).toBe('x');
  expect(componentOf(point, fields, {}, { fields: [] })).toBe('y');
  expect(componentOf({ field: null }, fields, {}, { fields: [] })).toBe('x');
});

test('shows the five worst nodes unless others are selected', () => {
  expect(nodesShown({ nodes: [] }, {}, latest, 'x')).toEqual([2, 3, 4, 5, 6]);
  expect(nodesShown({ nodes: [] }, { nodes: [4] }, latest, 'x')).toEqual([4]);
  expect(nodesShown({ nodes: [7] }, { nodes: [4] }, latest, 'x')).toEqual([7]);
  expect(nodesShown({ nodes: [] }, {}, null, 'x')).toEqual([]);
});

test('y is dashed, and a component without changes offers no change types', () => {
  const of = (component: string) =>
    componentRecipe(
      { noInitial: false, main: 'accumulated', field: null, observed: null, accumulated: null },
      fields,
      component,
      [1],
      { right: null, mode: null },
      t,
    );
  expect(of('y').dashed).toEqual(['y']);
  expect(of('x').types).toEqual(['accumulated', 'observed', 'change', 'rate']);
  expect(of('temp').types).toEqual(['observed']);
  expect(of('azi').types).toEqual(['accumulated']);
});

test('without an initial value observed values come first, unless the component has none', () => {
  const first = (observed: number | null, component: string) =>
    componentRecipe(
      { noInitial: true, main: 'accumulated', field: fields[0] ?? null, observed, accumulated: null },
      fields,
      component,
      [1],
      { right: null, mode: null },
      t,
    ).types[0];
  const main = fields[0]?.name ?? '';
  expect([first(1, main), first(null, main), first(null, 'y')]).toEqual(['observed', 'accumulated', 'observed']);
});

test('a main field that is a change offers no observed values', () => {
  const point = {
    noInitial: false,
    main: 'accumulated',
    field: fields[0] ?? null,
    observed: null,
    accumulated: 1,
  } as const;
  const types = (component: string) =>
    componentRecipe(point, fields, component, [1], { right: null, mode: null }, t).types;
  expect(types('x')).toEqual(['accumulated', 'change', 'rate']);
  expect(types('temp')).toEqual(['observed']);
});

test('the series name includes the smoothing', () => {
  const recipe = componentRecipe(
    { noInitial: false, main: 'accumulated', field: null, observed: null, accumulated: null },
    fields,
    'x',
    [1],
    { right: null, mode: 'median3' },
    t,
  );
  const samples = [1, 50, 2].map((value, at) => [at, value] as const);
  const [one] = recipe.refine?.([{ name: 'x', samples } as unknown as ProcessSeries]) ?? [];
  expect(one?.name).toBe('x smooth.median3');
  expect(one?.samples[1]).toEqual([1, 2]);
});
