import { expect, it } from 'vitest';
import { type Change, causeOf, differencesOf } from './changes';

const values = (value: number | undefined, time: number) => ({
  time,
  previousTime: 1,
  level: 0,
  initial: 0,
  ...(value !== undefined && { this: value, accumulated: value }),
});

const change = (issued: Change['issued'], now: Change['now']): Change => ({
  measuringPointId: 1,
  structureId: 4,
  name: 'P1',
  structure: 'Pit',
  quantity: 'Width',
  more: 0,
  unit: 'mm',
  changeUnit: 'mm',
  decimals: 2,
  ...(issued && { issued }),
  ...(now && { now }),
});

it('says why a report would print something else', () => {
  expect(causeOf(change(values(1, 5), values(2, 6)))).toBe('late');
  expect(causeOf(change(values(undefined, 0), values(2, 6)))).toBe('late');
  expect(causeOf(change(values(1, 5), values(2, 5)))).toBe('corrected');
  expect(causeOf(change(values(1, 5), values(undefined, 0)))).toBe('withdrawn');
  expect(causeOf(change(values(1, 5), undefined))).toBe('deleted');
  expect(causeOf(change(undefined, values(1, 5)))).toBe('added');
});

it('shows the values that differ, the most important first', () => {
  expect(differencesOf(change(values(1, 5), values(2.5, 5)))).toEqual([
    { name: 'this', issued: '1.00', now: '2.50', unit: 'mm' },
    { name: 'accumulated', issued: '+1.00', now: '+2.50', unit: 'mm' },
  ]);
  expect(differencesOf(change(values(1, 5), undefined))[0]).toMatchObject({ issued: '1.00', now: '#N/A' });
  expect(differencesOf(change(values(1, 5), { ...values(1, 5), level: 3 }))).toEqual([]);
});
