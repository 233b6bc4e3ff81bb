import { describe, expect, it } from 'vitest';
import { askedOf, type ExportForm } from './asked';

const form: ExportForm = {
  kind: 'measuring-point-data',
  structureId: 7,
  measurement: 'Crack',
  pointIds: [],
  sections: ['S1'],
  sectionKinds: ['settlement', 'chord'],
  deviceIds: [3],
  start: 10,
  end: 20,
  time: 25,
  previous: null,
  compared: 'times',
  start2: 30,
  end2: 40,
  values: ['rate', 'observed'],
  abnormal: true,
  knownAt: null,
  format: 'parquet',
};
const points = { projectId: 1, structureId: 7, measurement: 'Crack' };

describe('askedOf', () => {
  it.each([
    [
      form,
      { ...points, start: 10, end: 20, format: 'parquet', includeAbnormal: true, valueTypes: ['observed', 'rate'] },
    ],
    [
      { ...form, kind: 'total-report', knownAt: 5, pointIds: [9] },
      { ...points, knownAt: 5, measuringPointIds: [9], start: 10, end: 20 },
    ],
    [
      { ...form, kind: 'measuring-point-report', previous: 15, format: 'csv' },
      { ...points, time: 25, previous: 15, format: 'csv' },
    ],
    [
      { ...form, kind: 'section-deformation-report' },
      {
        projectId: 1,
        structureId: 7,
        start: 10,
        end: 20,
        format: 'xlsx',
        sections: ['S1'],
        kinds: ['chord', 'settlement'],
      },
    ],
    [
      { ...form, kind: 'compare-report' },
      { ...points, format: 'xlsx', times: { first: 10, second: 20 } },
    ],
    [
      { ...form, kind: 'compare-report', compared: 'periods' },
      { ...points, format: 'xlsx', periods: { first: { start: 10, end: 20 }, second: { start: 30, end: 40 } } },
    ],
    [
      { ...form, kind: 'nsbd-report' },
      { ...points, time: 25, format: 'xlsx' },
    ],
    [
      { ...form, kind: 'device-research' },
      { projectId: 1, start: 10, end: 20, format: 'xlsx', deviceIds: [3] },
    ],
  ] as [ExportForm, object][])('%o', (values, body) => {
    expect(askedOf(1, values)).toEqual({ kind: values.kind, body });
  });
});
