import { expect, test } from 'vitest';
import { ageOf, bodyOf, steadySize } from './age';
import type { RetentionKind } from './queries';

const kind = { kind: 'device_picture', days: 0, origin: 'product', minDays: 30, maxDays: 36_500 } as RetentionKind;

test('a setting of the level above is shown as such', () => {
  expect(ageOf(kind, 'project').choice).toBe('above');
  expect(ageOf({ ...kind, origin: 'corporation', days: 90 }, 'project')).toEqual({ choice: 'above', days: 90 });
  expect(ageOf({ ...kind, origin: 'corporation', days: 90 }, 'corporation')).toEqual({ choice: 'days', days: 90 });
  expect(ageOf({ ...kind, origin: 'project' }, 'project').choice).toBe('forever');
});

test('only ages that can be set are asked about', () => {
  expect(bodyOf(kind, { choice: 'above', days: null })).toEqual({ kind: 'device_picture' });
  expect(bodyOf(kind, { choice: 'forever', days: null })).toEqual({ kind: 'device_picture', days: 0 });
  expect(bodyOf(kind, { choice: 'days', days: 30 })).toEqual({ kind: 'device_picture', days: 30 });
  for (const days of [null, 29, 36_501, 90.5]) expect(bodyOf(kind, { choice: 'days', days })).toBeNull();
});

test('the size of an age follows from the growth', () => {
  expect(steadySize(365, 3000)).toBe(36_500);
});
