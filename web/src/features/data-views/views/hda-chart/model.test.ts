import type { FieldInfo, PointState } from '../../model/types';
import { lineRecipe } from './model';

const field = (name: string, unit: string, valueTypes = ['observed', 'accumulated', 'rate']): FieldInfo => ({
  name,
  label: name,
  unit,
  decimals: 2,
  valueTypes,
});
const fields = [field('force', 'kN'), field('other', 'kN'), field('temp', '°C', ['observed'])];
const point: Pick<PointState, 'field' | 'main' | 'accumulated' | 'rate'> = {
  field: fields[0] as FieldInfo,
  main: 'accumulated',
  accumulated: 1,
  rate: null,
};
const none = { fields: [], right: null };

test('a point opens with its main field or the fields of its settings', () => {
  expect(lineRecipe(point, fields, {}, none)).toMatchObject({ fields: ['force'], right: [], nodes: [] });
  expect(lineRecipe(point, fields, { fields: ['temp'] }, none).fields).toEqual(['temp']);
});

test('the left axis has one unit, and the right axis has no field of the left', () => {
  const chosen = lineRecipe(point, fields, {}, { fields: ['force', 'temp', 'other'], right: 'temp' });
  expect(chosen).toMatchObject({ fields: ['force', 'other'], right: ['temp'] });
  expect(lineRecipe(point, fields, {}, { fields: ['force'], right: 'force' }).right).toEqual([]);
});

test('offers only the value types of the field, the main one first', () => {
  expect(lineRecipe(point, fields, {}, none).types).toEqual(['accumulated', 'observed', 'change', 'rate']);
  expect(lineRecipe(point, fields, {}, { fields: ['temp'], right: null }).types).toEqual(['observed']);
});
