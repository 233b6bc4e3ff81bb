import { describe, expect, it } from 'vitest';
import type { Preview } from '../queries';
import { draftOf, layoutOf, missingOf } from './layout';

const file: Preview = {
  format: 'csv',
  separator: ';',
  decimalComma: true,
  headerLines: 1,
  timeColumns: [0],
  timeFormat: 'D.M.YYYY H:m',
  timeFormats: ['D.M.YYYY H:m'],
  hasZone: false,
  deviceZone: 'Asia/Shanghai',
  columns: [
    { name: 'Zeit', kind: 'time' },
    { name: 'RECORD', kind: 'record' },
    { name: 'Temp', kind: 'number' },
    { name: 'p', unit: 'kPa', kind: 'number' },
    { name: 'temp', kind: 'number' },
  ],
  rows: [],
};

describe('bringing in a file', () => {
  it('puts columns that are called like a field of the device there, each field once', () => {
    const draft = draftOf(file, ['pressure', 'temp']);
    expect(draft.columns.map((one) => one.field)).toEqual(['', '', 'temp', '', '']);
  });

  it('never guesses a zone, nor one of several forms of time', () => {
    expect(missingOf(file, draftOf(file, ['temp']))).toEqual(['zone']);
    const either = { ...file, timeFormats: ['D.M.YYYY H:m', 'M.D.YYYY H:m'] };
    expect(missingOf(either, { ...draftOf(either, ['temp']), zone: '+08:00' })).toEqual(['timeFormat']);
    expect(missingOf({ ...file, hasZone: true }, draftOf(file, ['temp']))).toEqual([]);
  });

  it('wants a column, and no place filled by two of them', () => {
    const draft = { ...draftOf(file, []), zone: '+08:00' };
    expect(missingOf(file, draft)).toEqual(['columns']);
    const to = { channel: 2, node: 0, field: 'pressure' };
    draft.columns[2] = to;
    draft.columns[3] = { ...to };
    expect(missingOf(file, draft)).toEqual(['twice']);
    draft.columns[3] = { ...to, channel: 3 };
    expect(missingOf(file, draft)).toEqual([]);
  });

  it('sends what the preview found with what was settled', () => {
    const draft = { ...draftOf(file, ['temp']), zone: 'Europe/Berlin' };
    draft.columns[3] = { channel: 1, node: 0, field: 'pressure' };
    expect(layoutOf(file, draft)).toEqual({
      separator: ';',
      decimalComma: true,
      headerLines: 1,
      timeColumns: [0],
      timeFormat: 'D.M.YYYY H:m',
      zone: 'Europe/Berlin',
      columns: [
        { column: 2, channel: 0, node: 0, field: 'temp' },
        { column: 3, channel: 1, node: 0, field: 'pressure' },
      ],
    });
  });
});
