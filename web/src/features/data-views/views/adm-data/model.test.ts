import type { FieldInfo } from '../../model/types';
import { contentOf, fieldsShown } from './model';

const field = (name: string): FieldInfo => ({ name, label: name, unit: 'mm', decimals: 2, valueTypes: [] });
const chain = [field('x'), field('y'), field('res')];

test('a chain shows both axes, other arrays show their main field', () => {
  expect(fieldsShown({ field: field('x') }, chain, { fields: [] })).toEqual(['x', 'y']);
  expect(fieldsShown({ field: null }, chain, { fields: [] })).toEqual(['x', 'y']);
  expect(fieldsShown({ field: field('settlement') }, [field('settlement')], { fields: [] })).toEqual(['settlement']);
  expect(fieldsShown({ field: field('x') }, chain, { fields: ['res'] })).toEqual(['res']);
});

test('shows displacements unless the shape is selected', () => {
  expect(contentOf({ type: null })).toBe('accumulated');
  expect(contentOf({ type: 'rate' })).toBe('accumulated');
  expect(contentOf({ type: 'observed' })).toBe('observed');
});
