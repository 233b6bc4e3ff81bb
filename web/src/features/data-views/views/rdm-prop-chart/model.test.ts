import type { FieldInfo } from '../../model/types';
import { surveyComponents, surveyRecipe } from './model';

const field = (name: string): FieldInfo => ({
  ...{ name, label: name, unit: 'mm', decimals: 2 },
  valueTypes: ['observed', 'accumulated'],
});
const fields = ['x', 'y', 'res', 'azi'].map(field);
const latest = {
  ...{ t: 1, flags: [], values: {} },
  nodes: [1, -9, 3].map((x, i) => ({ no: i, depth: i, values: { x } })),
};
const t = ((key: string) => key) as never;
const point = { field: field('azi'), noInitial: false, main: 'accumulated' } as never;
const untouched = { fields: [], nodes: [] } as never;

test('a casing has one direction over time, at the worst depths, with dots', () => {
  expect(surveyComponents(fields).map(({ name }) => name)).toEqual(['x', 'y', 'res']);
  const { component, nodes, recipe } = surveyRecipe({ point, fields, configs: {}, latest }, untouched, t);
  expect([component, nodes]).toEqual(['x', [0, 1, 2]]);
  expect(recipe).toMatchObject({ visits: true, fields: ['x'], types: ['accumulated', 'observed', 'change', 'rate'] });
});
