import { countNodes } from '@/entities/configuration/nodes';
import { rising, wrongLimits } from '@/entities/configuration/thresholds';
import {
  changeText,
  countChanges,
  inForce,
  leafDiff,
  standing,
  type VersionRow,
} from '@/entities/configuration/versions';
import { correctionReady } from './correction';

const same = (leaf: string) => leaf;
const asIs = (_leaf: string, value: unknown) => value;

function version(id: number, validFrom: number, value: unknown, more: Partial<VersionRow> = {}): VersionRow {
  return { id, aspect: 'geometry', validFrom, value, note: '', recordedAt: id, supersededAt: 0, ...more };
}

describe('versions', () => {
  const list = [
    version(3, 30, { segmentLen: 1000, markAngle: 87.5 }),
    version(1, 10, { segmentLen: 1000, markAngle: 90 }),
    version(2, 20, { segmentLen: 500 }, { supersededAt: 25 }),
    version(4, 30, { segmentLen: 1000, markAngle: 88 }),
    version(5, 5, {}, { aspect: 'coefficients' }),
  ];

  it('numbers versions that are not superseded, keeping the later of two with the same start', () => {
    const found = standing(list, 'geometry');
    expect(found.map((one) => [one.no, one.version.id])).toEqual([
      [1, 1],
      [2, 4],
    ]);
    expect(found[1]?.changes.map((c) => changeText(c, same, asIs))).toEqual(['markAngle 90 → 88']);
  });

  it('finds the version in force', () => {
    const found = standing(list, 'geometry');
    expect(inForce(found, 9)).toBeNull();
    expect(inForce(found, 29)?.no).toBe(1);
    expect(inForce(found, 30)?.no).toBe(2);
  });

  it('finds changed leaves in lists and trees', () => {
    expect(leafDiff({ a: [1, 2] }, { a: [1, 3, 4] }).map((c) => c.path)).toEqual(['a.1', 'a.2']);
    expect(leafDiff({ a: { b: -1.8 } }, { a: { b: -2.4 } }).map((c) => changeText(c, same, asIs))).toEqual([
      'b −1.8 → −2.4',
    ]);
    expect(leafDiff({ a: null }, {})).toEqual([]);
    expect(leafDiff(undefined, { list: [{ b: 1 }] }).map((c) => changeText(c, same, asIs))).toEqual(['1 · b 1']);
  });
});

describe('number of changes', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, 0],
    [{ a: 1, b: { c: 2 } }, { a: 3, b: { c: 4 } }, 2],
    [{ list: [] }, { list: [{ field: 'x', blue: 1, red: 4 }] }, 1],
    [{ list: [{ blue: 1, red: 4 }] }, { list: [{ blue: 2, red: 5 }] }, 2],
    [{ list: [{ no: 1 }, { no: 2 }] }, { list: [{ no: 1 }] }, 1],
    [{}, { note: null }, 0],
  ])('from %o to %o is %i', (before, after, want) => {
    expect(countChanges(before, after)).toBe(want);
  });
});

describe('limits', () => {
  const row = (blue: number | null, yellow: number | null, orange: number | null, red: number | null) => ({
    blue,
    yellow,
    orange,
    red,
  });
  it.each([
    [row(21, 24, 27, 30), null],
    [row(1, null, null, null), null],
    [row(null, null, null, null), 'none'],
    [row(1, null, 3, null), 'hole'],
    [row(null, 2, 3, 4), 'hole'],
    [row(0, 1, 2, 3), 'positive'],
    [row(1, 3, 2, 4), 'order'],
    [row(1, 1, 2, 4), 'order'],
  ])('must increase from blue to red: %o', (limits, want) => {
    expect(rising(limits)).toBe(want);
  });
});

describe('invalid limits', () => {
  const none = { blue: null, yellow: null, orange: null, red: null };
  it('are listed one by one, upper and lower', () => {
    expect([...wrongLimits({ blue: 1, yellow: 3, orange: 2, red: 4 })]).toEqual([['orange', 'order']]);
    expect([...wrongLimits({ ...none, orange: 3 })]).toEqual([
      ['blue', 'hole'],
      ['yellow', 'hole'],
    ]);
    expect([...wrongLimits({ ...none, lower: { blue: 220, yellow: 200, orange: 210, red: null } })]).toEqual([
      ['lower.orange', 'falling'],
    ]);
    expect([...wrongLimits({ ...none, lower: none })]).toEqual([['blue', 'none']]);
    expect([...wrongLimits({ ...none, lower: { ...none, blue: 220 } })]).toEqual([]);
  });
});

describe('array nodes', () => {
  it('keeps existing nodes and continues the numbering', () => {
    expect(countNodes([{ no: 7, used: false, twist: 1.5 }], 3)).toEqual([
      { no: 7, used: false, twist: 1.5 },
      { no: 2, used: true },
      { no: 3, used: true },
    ]);
    expect(countNodes([{ no: 1, used: true }], 0)).toEqual([]);
  });
});

describe('correction', () => {
  const base = { kind: 'shift', from: 10, note: 'levelled', fields: ['x'], amount: 1.2 };
  it('requires fields, times, an amount and a note', () => {
    expect(correctionReady(base)).toBe(true);
    expect(correctionReady({ ...base, note: '  ' })).toBe(false);
    expect(correctionReady({ ...base, fields: [] })).toBe(false);
    expect(correctionReady({ ...base, amount: 0 })).toBe(false);
    expect(correctionReady({ kind: 'withdraw', from: 10, to: 9, note: 'x' })).toBe(false);
    expect(correctionReady({ kind: 'withdraw', from: 10, to: 10, note: 'x' })).toBe(true);
    expect(correctionReady({ kind: 'topshift', from: 10, values: { x: 1 }, note: 'x' })).toBe(false);
    expect(correctionReady({ kind: 'replace', from: 10, values: { level: 1 }, note: 'x' })).toBe(true);
  });
});
