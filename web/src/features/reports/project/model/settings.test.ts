import { ApiError } from '@/api/errors';
import { aboutFields, curvesOf, type ReportForm, settingsOf, textsOf } from './settings';

const form: ReportForm = {
  ...{ as: 'signed', kind: 'week', start: 1, end: 2, knownAt: null, title: ' ', structureIds: [], measurements: [] },
  ...{ curves: 60, paper: 'A4', landscape: false, template: '', format: 'pdf', ...textsOf({}) },
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

test('a report by a template has the paper and the curves of the template', () => {
  const body = settingsOf({ ...form, template: 'template:12' });
  expect(body).toMatchObject({ kind: 'week', templateId: 12 });
  expect(Object.keys(body)).not.toContain('paper');
  expect(Object.keys(body)).not.toContain('curves');
});

test('a stored report without a number of curves has the usual one', () => {
  expect(curvesOf(settingsOf({ ...form, curves: 0 }))).toBe(0);
  expect(curvesOf({})).toBe(60);
});

test('an error about an entry of a list is one about its field', () => {
  const error = aboutFields(new ApiError(400, 'no', 1, { 'measurements[0]': 'unknown', end: 'early' })) as ApiError;
  expect(error.fields).toEqual({ measurements: 'unknown', end: 'early' });
  expect((aboutFields(new ApiError(422, 'no', 1, { templateId: 'gone' })) as ApiError).fields).toEqual({
    template: 'gone',
  });
});
