import { expect, test } from 'vitest';
import { anglesOf, tiltRecipe } from './model';

const field = (name: string) => ({ name, label: name, unit: '°', decimals: 4, valueTypes: ['accumulated'] });
const fields = ['angleX', 'angleY', 'angleZ', 'res', 'azi', 'temp'].map(field);

test('the angles and their resultant are offered, Z only on request', () => {
  expect(anglesOf(fields).map((one) => one.name)).toEqual(['angleX', 'angleY', 'angleZ', 'res']);
  expect(tiltRecipe({ main: 'accumulated' }, fields, []).fields).toEqual(['angleX', 'angleY', 'res']);
  expect(tiltRecipe({ main: 'accumulated' }, fields, ['angleZ', 'azi']).fields).toEqual(['angleZ']);
  expect(tiltRecipe({ main: 'accumulated' }, fields, []).types[0]).toBe('accumulated');
});
