import { ApiError } from '@/api/errors';
import { aboutLists, curvesOf, type ReportForm, settingsOf, textsOf } from './settings';

const form: ReportForm = {
  ...{ as: 'signed', kind: 'week', start: 1, end: 2, knownAt: null, title: ' ', structureIds: [], measurements: [] },
  ...{ curves: 60, paper: 'A4', landscape: false, ...textsOf({}) },
};

test('empty choices mean all and are not sent; no curves are -1', () => {
  const body = settingsOf({ ...form, curves: 0 });
  expect(Object.keys(body)).not.toContain('structureIds');
  expect(Object.keys(body)).not.toContain('title');
  expect(Object.keys(body)).not.toContain('as');
  expect(body.curves).toBe(-1);
  expect(settingsOf({ ...form, title: ' 周报 ', knownAt: 5, structureIds: [4] })).toMatchObject({
    title: '周报',
    knownAt: 5,
    structureIds: [4],
    curves: 60,
  });
});

test('a stored report without a number of curves has the usual one', () => {
  expect(curvesOf({ settings: settingsOf({ ...form, curves: 0 }) })).toBe(0);
  expect(curvesOf({ settings: { kind: 'week', start: 1, end: 2 } })).toBe(60);
});

test('an error about an entry of a list is one about its field', () => {
  const error = aboutLists(new ApiError(400, 'no', 1, { 'measurements[0]': 'unknown', end: 'early' })) as ApiError;
  expect(error.fields).toEqual({ measurements: 'unknown', end: 'early' });
});
