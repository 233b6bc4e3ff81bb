import { expect, test } from 'vitest';
import type { Attribute } from '@/api/catalog';
import { computes, fieldFor, serves } from './formula-fields';

const label = { zh: '', en: '', 'zh-TW': '' };
const attribute = (name: string): Attribute => ({
  ...{ name, unit: '', decimals: 2, label, labelKey: '', perNode: false, valueTypes: [] },
});
const stress = [attribute('strain'), attribute('stress'), attribute('temp')];
const bar = { fields: ['force', 'stress'] };

test('a formula computes its fields, and any field if it names none', () => {
  expect(computes(bar, 'stress')).toBe(true);
  expect(computes(bar, 'temp')).toBe(false);
  expect(computes({ fields: [] }, 'temp')).toBe(true);
  expect(computes(undefined, 'temp')).toBe(true);
});

test('keeps the field of a rule if the formula computes it, else takes the first that the point has', () => {
  expect(fieldFor(bar, 'force', stress, '')).toBe('force');
  expect(fieldFor(bar, 'temp', stress, '')).toBe('stress');
  expect(fieldFor(bar, '', stress, '')).toBe('stress');
  expect(fieldFor({ fields: ['strain', 'stress'] }, '', stress, 'stress')).toBe('stress'); // the main one
  expect(fieldFor({ fields: [] }, 'temp', stress, '')).toBe('temp');
  expect(fieldFor({ fields: [] }, '', stress, '')).toBe('');
});

test('a formula serves a point that has one of its fields', () => {
  expect(serves(bar, stress)).toBe(true);
  expect(serves(bar, [attribute('temp')])).toBe(false);
  expect(serves({ fields: [] }, [attribute('temp')])).toBe(true);
});
