import type { AlertRule } from '../queries';
import { bodyOf, draftOf, formOf, nextRung } from './form';

const rule: AlertRule = {
  ...{ id: 3, projectId: 1, updatedAt: 0, name: 'Night', enable: false, level: 4, types: ['threshold'] },
  ...{ events: ['raised'], repeatHours: 0, accountIds: [7], structureId: 5, itemId: 6 },
  ...{ duty: true, quietFrom: 60, quietTo: 0, quietLevel: 2 },
  ...{ conditionReached: 2, conditionReadings: 5, conditionPoints: 2, conditionWithin: 10 },
  ladder: [{ afterMinutes: 15, accountIds: [8], webhookIds: [] }],
};

test('a stored rule comes back as it was', () => {
  const { id, projectId, updatedAt, ...fields } = rule;
  expect(bodyOf(formOf(rule))).toEqual({
    ...fields,
    ...{ measurements: [], late: false, byCode: false, emailList: [] },
    ...{ channels: ['mail'], mobileList: [], webhookIds: [], conditionMinutes: 0 },
  });
});

test('a rule of the whole project has no item, and empty addresses are left out', () => {
  const form = { ...formOf(rule), structureId: 0, emailList: [' a@example.com ', ' '], repeatHours: null };
  expect(bodyOf(form)).toMatchObject({ structureId: 0, itemId: 0, emailList: ['a@example.com'], repeatHours: 0 });
});

test('a draft is previewed once it names somebody, a type and an event, with or without a name', () => {
  const form = formOf(undefined);
  expect(draftOf(form)).toBeNull();
  expect(draftOf({ ...form, accountIds: [7] })?.name).toBe('–');
  expect(draftOf({ ...form, accountIds: [7], events: [] })).toBeNull();
  expect(draftOf({ ...form, accountIds: [7], types: [] })).toBeNull();
  expect(draftOf({ ...form, duty: true })).not.toBeNull();
  expect(draftOf({ ...form, duty: true, quietLevel: 1, quietFrom: 60, quietTo: 60 })).toBeNull();
});

test('a ladder rises and names somebody, and more readings cannot reach a level than there are', () => {
  const form = { ...formOf(undefined), accountIds: [7] };
  const first = nextRung([]);
  expect(draftOf({ ...form, ladder: [first] })).toBeNull();
  const called = { ...first, accountIds: [8] };
  expect(draftOf({ ...form, ladder: [called] })?.ladder).toEqual([called]);
  expect(nextRung([called]).afterMinutes).toBe(60);
  expect(draftOf({ ...form, ladder: [called, called] })).toBeNull();
  expect(draftOf({ ...form, counts: true, reached: 4, readings: 3 })).toBeNull();
});

test('conditions that are switched off or have no thresholds are not sent', () => {
  const form = { ...formOf(undefined), lasts: true, minutes: 20, reached: 9 };
  expect(bodyOf(form)).toMatchObject({
    conditionReached: 0,
    conditionReadings: 0,
    conditionMinutes: 20,
    conditionPoints: 0,
  });
  expect(bodyOf({ ...form, types: ['deviceHealth'] })).toMatchObject({ conditionMinutes: 0 });
});

test('a rule without quiet hours keeps none, and the form proposes a night', () => {
  const form = formOf({ ...rule, quietLevel: 0 });
  expect([form.quietFrom, form.quietTo]).toEqual([1320, 420]);
  expect(bodyOf(form)).toMatchObject({ quietFrom: 0, quietTo: 0, quietLevel: 0 });
});
