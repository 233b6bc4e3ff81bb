import type { Grading, Multi } from '../queries';
import { bodyOf, formOf, multiBodyOf, multiFormOf } from './form';

const twoIndex = [
  { level: 2, enable: true, alternatives: [{ conditions: [{ valueType: 'rate' as const, ratioOfControl: 0.85 }] }] },
];

test('a new grading begins with two-index control, and sends only levels with conditions', () => {
  const form = formOf(undefined, twoIndex);
  expect(form.levels.map(({ level, enable }) => [level, enable])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, false],
  ]);
  expect(bodyOf({ ...form, name: 'n', measurement: 'Crack', field: 'width' })).toEqual({
    name: 'n',
    enable: true,
    measurement: 'Crack',
    field: 'width',
    levels: [{ ...twoIndex[0], holdTimes: 1 }],
  });
});

test('a saved grading comes back as it was', () => {
  const saved: Grading = {
    id: 1,
    createdAt: 0,
    validFrom: 0,
    versions: [],
    name: 'n',
    enable: false,
    structureId: 4,
    measurement: 'Crack',
    field: 'width',
    controlValue: 30,
    levels: [
      { level: 4, enable: true, holdTimes: 3, alternatives: [{ conditions: [{ valueType: 'observed', value: 2 }] }] },
    ],
  };
  const { id, createdAt, validFrom, versions, ...fields } = saved;
  expect(bodyOf(formOf(saved, twoIndex))).toEqual(fields);
});

test.each([
  [0, 'all'],
  [1, 'any'],
  [3, 'atLeast'],
] as const)('at least %i of several conditions is "%s"', (atLeast, expression) => {
  const saved: Multi = {
    id: 1,
    createdAt: 0,
    validFrom: 0,
    versions: [],
    name: 'm',
    enable: true,
    level: 3,
    atLeast,
    timeWindow: 90,
    conditions: [
      { measuringPointId: 7, measurement: 'Crack', field: 'width', valueType: 'rate', op: '<=', value: -1 },
      { measurement: 'Waterlevel', field: 'level', valueType: 'observed', op: '>=', value: 2 },
    ],
  };
  const form = multiFormOf(saved);
  expect(form.expression).toBe(expression);
  const { id, createdAt, validFrom, versions, ...fields } = saved;
  expect(multiBodyOf(form)).toEqual(fields);
});
