import { describe, expect, it } from 'vitest';
import {
  blankLine,
  isEditable,
  isTime,
  linesOf,
  type ManualReading,
  pastedLines,
  readingsOf,
  releveled,
  tidyTime,
  wrongs,
} from './manual';

describe('manual readings', () => {
  it('shows an entered reading for editing', () => {
    const time = '2026-03-01 08:30:00';
    expect(linesOf({ time, values: { width: 1.5 } }, ['width', 'shearY'], null)).toEqual([
      { time, cells: ['1.5', ''] },
    ]);
    const run: ManualReading = {
      time,
      nodes: [
        { no: 1, depth: 0.5, values: { x: 1 } },
        { no: 2, depth: 1, values: { x: 2, y: 3 } },
      ],
    };
    const lines = linesOf(run, ['x', 'y'], 'depth');
    expect(lines).toEqual([
      { time, cells: ['0.5', '1', ''] },
      { time: '', cells: ['1', '2', '3'] },
    ]);
    expect(readingsOf(lines, ['x', 'y'], 'depth')[0]?.nodes).toHaveLength(2);
  });

  it('accepts valid times and normalizes those of spreadsheets', () => {
    expect(isTime('2026-02-28 23:59:59')).toBe(true);
    expect(isTime('2026-02-30 00:00:00')).toBe(false);
    expect(isTime('2026-02-28 24:00:00')).toBe(false);
    expect(isTime('2026-2-28 8:00:00')).toBe(false);
    expect(tidyTime('2026/3/1 8:30')).toBe('2026-03-01 08:30:00');
    expect(tidyTime('2026.12.31')).toBe('2026-12-31 00:00:00');
    expect(tidyTime('yesterday')).toBe('yesterday');
  });

  it('pastes a spreadsheet block and adds lines for it', () => {
    const lines = pastedLines(
      [blankLine(2)],
      { line: 0, column: -1 },
      '2026/3/1 8:30\t1.5\t20\r\n2026/3/2 8:30\t1,200\t\n',
    );
    expect(wrongs(lines)).toEqual([]);
    expect(readingsOf(lines, ['width', 'temp'])).toEqual([
      { time: '2026-03-01 08:30:00', values: { width: 1.5, temp: 20 } },
      { time: '2026-03-02 08:30:00', values: { width: 1200 } },
    ]);
    expect(pastedLines(lines, { line: 1, column: 1 }, '21')[1]).toEqual({
      time: '2026-03-02 08:30:00',
      cells: ['1200', '21'],
    });
  });

  it('groups lines of the same time into one reading by node; an empty time repeats the one above', () => {
    const lines = pastedLines(
      [blankLine(3)],
      { line: 0, column: -1 },
      '2026/3/1 8:30\t0.5\t1,5\t2\n\t1\t3\t\n2026/3/2\t\t4\t\n',
    );
    expect(wrongs(lines, 'depth')).toEqual([]);
    expect(readingsOf(lines, ['x', 'y'], 'depth')).toEqual([
      {
        time: '2026-03-01 08:30:00',
        nodes: [
          { depth: 0.5, values: { x: 1.5, y: 2 } },
          { depth: 1, values: { x: 3 } },
        ],
      },
      { time: '2026-03-02 00:00:00', values: { x: 4 } },
    ]);
    const numbered = [
      { time: '2026-03-01 08:30:00', cells: ['1', '7'] },
      { time: '', cells: ['1', '8'] },
      { time: '', cells: ['0', '8'] },
      { time: '', cells: ['2', ''] },
    ];
    expect(wrongs(numbered, 'no')).toEqual([
      { line: 1, column: 0, why: 'twice' },
      { line: 2, column: 0, why: 'wrongNode' },
      { line: 3, column: 1, why: 'wrongNumber' },
    ]);
    expect(readingsOf(numbered.slice(0, 1), ['radial'], 'no')).toEqual([
      { time: '2026-03-01 08:30:00', nodes: [{ no: 1, values: { radial: 7 } }] },
    ]);
  });

  it('reports each invalid cell and ignores empty lines', () => {
    const found = wrongs([
      { time: '2026-03-01 08:30:00', cells: ['1'] },
      { time: '2026-03-01 08:30:00', cells: ['x'] },
      { time: '', cells: [''] },
      { time: 'soon', cells: [''] },
    ]);
    expect(found).toEqual([
      { line: 1, column: -1, why: 'twice' },
      { line: 1, column: 0, why: 'wrongNumber' },
      { line: 3, column: -1, why: 'wrongTime' },
      { line: 3, column: 0, why: 'wrongNumber' },
    ]);
  });
});

it('a settlement follows an edited elevation unless it was edited too', () => {
  const before = { time: '', values: { elevation: 5.4309, settlement: -1.2 } };
  const to = (elevation: number, settlement: number) =>
    releveled({ time: '', values: { elevation, settlement } }, before).values;
  expect(to(5.4309, -1.2)).toEqual({ elevation: 5.4309, settlement: -1.2 });
  expect(to(5.43, -1.2)).toEqual({ elevation: 5.43 });
  expect(to(5.43, -2)).toEqual({ elevation: 5.43, settlement: -2 });
});

it('only readings that the grid can show are edited', () => {
  const node = { no: 1, depth: 0.5, values: { x: 1 } };
  expect(isEditable({ values: { x: 1 } }, ['x'], null)).toBe(true);
  expect(isEditable({ values: { x: 1, azi: 2 } }, ['x'], null)).toBe(false);
  expect(isEditable({ nodes: [node] }, ['x'], 'depth')).toBe(true);
  expect(isEditable({ nodes: [node] }, ['x'], 'no')).toBe(false);
  expect(isEditable({ nodes: [{ no: 1, values: { x: 1 } }] }, ['x'], 'depth')).toBe(false);
  expect(isEditable({ nodes: [node], values: { x: 1 } }, ['x'], 'depth')).toBe(false);
});
