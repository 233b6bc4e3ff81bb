import { describe, expect, it } from 'vitest';
import type { Layout, Preview } from '../queries';
import {
  columnName,
  completed,
  missingOf,
  parseStarts,
  rowsOf,
  startsOf,
  withChannelPerKey,
  withMapping,
  withStructure,
  withUse,
} from './layout';

const column = (name: string, kind: Preview['columns'][number]['kind'], field = '') => ({
  name,
  kind,
  field,
  known: false,
});

const layout: Layout = {
  format: 'toa5',
  separator: 'semicolon',
  headerLines: 1,
  zone: '',
  time: [{ column: 0, role: 'date', format: 'D.M.YYYY' }],
  columns: [{ column: 2, channel: 0, field: 'temp' }],
};

const file: Preview = {
  id: 1,
  name: 'day.csv',
  deviceZone: 'Asia/Shanghai',
  recognised: true,
  verified: true,
  format: 'table',
  encoding: 'utf-8',
  entries: [{ name: 'day.csv', size: 1 }],
  entry: 'day.csv',
  hasZone: false,
  timeFormats: ['D.M.YYYY'],
  ask: ['zone'],
  columns: [
    column('Datum', 'time'),
    column('Zeit', 'text'),
    column('Temp', 'number', 'temp'),
    column('p', 'number', 'temp'),
  ],
  cells: [['20.11.2026', '08:00', '1,5', '2']],
  layout,
  about: [],
  keys: [],
  lines: [],
  rows: [],
  sameTimes: [],
  problems: [],
  counts: { rows: 1, read: 1, refused: 0, sameTime: 0, empty: 0, cells: 0, whole: true },
};

describe('manual layout', () => {
  it('names an unnamed column in the language of the user', () => {
    const unnamed = (number: number) => `第 ${number} 列`;
    expect(columnName('column 12', unnamed)).toBe('第 12 列');
    expect(columnName('column 12b', unnamed)).toBe('column 12b');
    expect(columnName('Temp', unnamed)).toBe('Temp');
  });

  it('returns the use of each column', () => {
    expect(rowsOf(file, layout, String).map((row) => row.use)).toEqual(['date', 'out', 'value', 'out']);
    expect(rowsOf(file, { ...layout, keyColumn: 1 }, String)[1]?.use).toBe('key');
  });

  it('uses a column for one thing at a time', () => {
    const timed = withUse(layout, file, 1, 'timeOfDay');
    expect(timed.time?.map((one) => one.role)).toEqual(['date', 'timeOfDay']);
    expect(withUse(timed, file, 2, 'unix')).toMatchObject({
      columns: [],
      time: [{ role: 'date' }, { role: 'timeOfDay' }, { role: 'unix' }],
    });
    expect(withUse(timed, file, 3, 'date').time?.map((one) => one.column)).toEqual([1, 3]); // one date
    expect(withUse(layout, file, 3, 'value').columns?.map((one) => one.field)).toEqual(['temp', 'temp_2']);
    const keyed = { ...layout, keyColumn: 1, columns: [{ column: 2, channel: 0, field: 'temp', key: 'P1' }] };
    const unkeyed = withUse(keyed, file, 1, 'out');
    expect(unkeyed.keyColumn).toBeUndefined();
    expect(unkeyed.columns?.[0]).not.toHaveProperty('key');
  });

  it('puts each key on its own channel', () => {
    expect(withChannelPerKey(layout, ['P1', 'P2']).columns).toEqual([
      { column: 2, channel: 1, field: 'temp', key: 'P1' },
      { column: 2, channel: 2, field: 'temp', key: 'P2' },
    ]);
  });

  it('drops the known format when its structure changes, and resets columns the user has not edited', () => {
    expect(withStructure(layout, { headerLines: 2 }, true)).toMatchObject({ headerLines: 2, columns: layout.columns });
    expect(withStructure(layout, { headerLines: 2 }, true)).not.toHaveProperty('format');
    expect(withStructure(layout, { headerLines: 2 }, false)).toMatchObject({ columns: null, time: layout.time });
    expect(withStructure(layout, { separator: 'tab' }, true)).toMatchObject({ columns: null, time: null });
    const fixed = withStructure(layout, { separator: 'fixed', starts: [0, 10] }, true);
    expect(fixed.starts).toEqual([0, 10]);
    expect(withStructure(fixed, { separator: 'comma' }, true)).not.toHaveProperty('starts');
  });

  it('fills open settings from the proposal of the server', () => {
    const open: Layout = { ...layout, time: [{ column: 0, role: 'date' }], columns: null };
    expect(completed(open, layout)).toMatchObject({ time: layout.time, columns: layout.columns });
    expect(completed({ ...open, time: [{ column: 1, role: 'date' }] }, layout).time).toEqual([
      { column: 1, role: 'date' },
    ]);
    expect(completed(undefined, layout)).toBe(layout);
  });
});

describe('missing before an import', () => {
  it('is what the file leaves open until the user decides', () => {
    const open: Preview = { ...file, ask: ['dayMonth', 'zone', 'decimal', 'sameTime'] };
    expect(missingOf(open, layout, new Set())).toEqual(['dayMonth', 'zone', 'decimal', 'sameTime']);
    expect(missingOf(open, layout, new Set(['dayMonth', 'decimal'] as const))).toEqual(['zone', 'sameTime']);
    expect(missingOf({ ...file, ask: [] }, layout, new Set())).toEqual([]);
  });

  it('includes duplicate targets, invalid settings and files without rows', () => {
    const ready: Preview = { ...file, ask: [] };
    const twice = withMapping(withUse(layout, ready, 3, 'value'), 1, { field: 'temp' });
    expect(missingOf(ready, twice, new Set())).toEqual(['twice']);
    const wrong = { line: 0, column: 'layout.starts', text: '', reason: 'x', code: 1 };
    expect(missingOf({ ...ready, problems: [wrong] }, layout, new Set())).toEqual(['layout']);
    expect(missingOf({ ...ready, counts: { ...file.counts, read: 0 } }, layout, new Set())).toEqual(['noRows']);
  });
});

describe('fixed-width columns', () => {
  it('start after blanks common to all rows', () => {
    expect(startsOf(['2026-11-20  1.5   2.50', '2026-11-21 -1.5  12.50', ''])).toEqual([0, 11, 17]);
    expect(startsOf(['   1.5 2', '   1.6 3'])).toEqual([0, 7]);
    expect(startsOf([])).toEqual([0]);
  });

  it('are parsed from typed starts', () => {
    expect(parseStarts('0, 10 16，22')).toEqual([0, 10, 16, 22]);
    expect(parseStarts('16 0 x 16')).toEqual([0, 16]);
  });
});
