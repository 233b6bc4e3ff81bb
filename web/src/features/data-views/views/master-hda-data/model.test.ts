import type { FieldInfo } from '../../model/types';
import { tableLook } from './model';

const field = (name: string): FieldInfo => ({ name, label: name, unit: 'kN', decimals: 1, valueTypes: [] });
const fields = [field('strain'), field('force')];
const nothing = { fields: [], type: null, base: 7 };

test('the table opens with the observed main field', () => {
  expect(tableLook(nothing, { field: field('force') }, fields)).toEqual({
    fields: ['force'],
    valueType: 'observed',
    base: null,
  });
  expect(tableLook(nothing, { field: null }, fields).fields).toEqual(['strain']);
});

test('the address chooses fields, the kind of value, and a base of accumulated changes', () => {
  const asked = { fields: ['force', 'strain', 'gone'], type: 'accumulated', base: 7 };
  expect(tableLook(asked, { field: null }, fields)).toEqual({
    fields: ['strain', 'force'],
    valueType: 'accumulated',
    base: 7,
  });
  expect(tableLook({ ...asked, type: 'nonsense' }, { field: null }, fields)).toMatchObject({
    valueType: 'observed',
    base: null,
  });
});
