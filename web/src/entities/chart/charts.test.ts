import { zoneOffset, zoneShift } from '@/ui/format/zoned';
import { edgeMarks } from './edge-marks';
import { placeMarks } from './event-marks';
import { breakAtGaps, findGaps, mergeDetail, type Sample } from './gaps';
import { extentOf, niceAxis } from './nice-axis';
import { equalScale, joinTrace } from './plan-trace';
import { equallySpaced, extreme, perSegment, rampOpacity, refer } from './profile-nodes';
import { sparkPath } from './sparkline-path';
import { summarize } from './summary';
import { levelOf, shareOfRed, splitByReach, type Threshold, thresholdLines } from './threshold-lines';
import { timeTicks } from './time-ticks';
import { nearestIndex } from './tooltip';

const minute = 60_000;
const hour = 60 * minute;

const water: Threshold = {
  field: 'level',
  valueType: 'accumulated',
  blue: 0.5,
  yellow: 0.8,
  orange: 1,
  red: 1.5,
  enable: true,
};

describe('niceAxis', () => {
  it.each([
    [0, 10, { min: 0, max: 10, step: 2, decimals: 0 }],
    [-2, 0.8, { min: -2, max: 1, step: 0.5, decimals: 1 }],
    [0, 1, { min: 0, max: 1, step: 0.2, decimals: 1 }],
    [0.0012, 0.0013, { min: 0.0012, max: 0.0013, step: 0.00002, decimals: 5 }],
  ])('covers %d to %d with round ticks', (low, high, want) => {
    expect(niceAxis(low, high)).toEqual(want);
  });

  it.each([
    [0, 0, 2],
    [0, 3e-7, 2],
    [-1e-7, 2e-7, 0],
    [0.1, 0.13, 2],
    [99.996, 100.004, 2],
    [0, 0.013, 2],
  ])('has no ticks finer than the decimals of values from %s to %s', (low, high, decimals) => {
    const axis = niceAxis(low, high, 6, decimals);
    expect(axis.decimals).toBeLessThanOrEqual(decimals);
    expect(axis.min).toBeLessThanOrEqual(low);
    expect(axis.max).toBeGreaterThanOrEqual(high);
    expect((axis.max - axis.min) / axis.step).toBeLessThanOrEqual(12);
  });

  it('leaves room above and below a constant series', () => {
    const axis = niceAxis(5, 5);
    expect(axis.min).toBeLessThan(5);
    expect(axis.max).toBeGreaterThan(5);
  });

  it('covers any range in fewer than ten steps', () => {
    for (let i = 0; i < 500; i++) {
      const a = (Math.random() - 0.5) * 10 ** (Math.random() * 8 - 4);
      const b = a + Math.random() * 10 ** (Math.random() * 8 - 4);
      const axis = niceAxis(a, b);
      expect(axis.min).toBeLessThanOrEqual(a + axis.step * 1e-6);
      expect(axis.max).toBeGreaterThanOrEqual(b - axis.step * 1e-6);
      expect((axis.max - axis.min) / axis.step).toBeLessThan(10);
    }
  });

  it('falls back to 0 to 1 without numbers', () => {
    expect(niceAxis(...extentOf([null, Number.NaN]))).toMatchObject({ min: 0, max: 1 });
  });
});

describe('gaps', () => {
  const times = [0, 1, 2, 3, 9, 10].map((n) => n * hour);

  it('are found where readings are more than three intervals apart', () => {
    expect(findGaps(times, hour)).toEqual([{ from: 3 * hour, to: 9 * hour }]);
    expect(findGaps(times, 2 * hour)).toEqual([]);
  });

  it('use the typical spacing if no interval is set', () => {
    expect(findGaps(times, 0)).toEqual([{ from: 3 * hour, to: 9 * hour }]);
  });

  it('break the line inside the gap only', () => {
    const samples: Sample[] = times.map((t) => [t, 1]);
    const broken = breakAtGaps(samples, findGaps(times, hour));
    expect(broken.filter((s) => s[1] === null)).toEqual([[6 * hour, null]]);
    expect(broken.length).toBe(samples.length + 1);
    expect(broken.map((s) => s[0])).toEqual([...broken.map((s) => s[0])].sort((a, b) => a - b));
  });

  it('replaces the overview with detail within its range', () => {
    const overview: Sample[] = [0, 10, 20, 30].map((t) => [t, t]);
    const detail: Sample[] = [9, 11, 13, 19, 21].map((t) => [t, -t]);
    expect(mergeDetail(overview, detail, 10, 20)).toEqual([
      [0, 0],
      [11, -11],
      [13, -13],
      [19, -19],
      [30, 30],
    ]);
  });
});

describe('thresholds', () => {
  it.each([
    [0.49, 0],
    [0.5, 1],
    [-0.8, 2],
    [-1.297, 3],
    [1.5, 4],
    [null, 0],
  ])('grades %s', (value, level) => {
    expect(levelOf(water, value)).toBe(level);
  });

  it('grades one direction, lower limits and a reference', () => {
    expect(levelOf({ ...water, direction: 'positive' }, -2)).toBe(0);
    expect(levelOf({ ...water, direction: 'negative' }, -2)).toBe(4);
    const anchor: Threshold = {
      ...water,
      blue: 544,
      yellow: 576,
      orange: 608,
      red: 640,
      lower: { blue: 460, yellow: 440, orange: 420, red: 400 },
    };
    expect(levelOf(anchor, 430)).toBe(2);
    expect(levelOf(anchor, 500)).toBe(0);
    expect(levelOf({ ...water, valueType: 'observed', reference: 100 }, 101.2)).toBe(3);
    expect(levelOf({ ...water, enable: false }, 9)).toBe(0);
  });

  it('draws the limits on the side of the data', () => {
    expect(thresholdLines(water, [-1.4, 0.2]).map((l) => l.value)).toEqual([-0.5, -0.8, -1, -1.5]);
    expect(thresholdLines(water, [0, 0.1]).map((l) => l.value)).toEqual([0.5, 0.8, 1, 1.5]);
    expect(thresholdLines(water, [-0.6, 0.6]).length).toBe(8);
  });

  it('omits lines that would flatten the curve and lists them', () => {
    const far: Threshold = { ...water, blue: 21, yellow: 24, orange: 27, red: 30 };
    const { drawn, beyond } = splitByReach(thresholdLines(far, [0, 3]), [0, 3]);
    expect(drawn).toEqual([]);
    expect(beyond.length).toBe(4);
    expect(splitByReach(thresholdLines(far, [0, 20]), [0, 20]).drawn.length).toBe(4);
  });

  it('computes the share of the red limit', () => {
    expect(shareOfRed(water, -1.297)).toBeCloseTo(0.8647, 3);
    expect(shareOfRed({ ...water, red: null }, 1)).toBeNull();
  });
});

describe('marks', () => {
  it('puts an abnormal reading at the edge instead of stretching the axis', () => {
    expect(
      edgeMarks(
        [
          { t: 1, value: -3.17 },
          { t: 2, value: 9 },
          { t: 3, value: 0 },
        ],
        { min: -2, max: 0.8 },
      ),
    ).toEqual([
      { t: 1, value: -3.17, at: -2, edge: 'below' },
      { t: 2, value: 9, at: 0.8, edge: 'above' },
      { t: 3, value: 0, at: 0, edge: 'in' },
    ]);
  });

  it('labels a mark only if there is room', () => {
    const marks = [10, 11, 50].map((t) => ({ t, kind: 'shift', label: '位移修正', id: t }));
    expect(placeMarks(marks, [0, 100]).map((m) => m.text)).toEqual(['▽ 位移修正', '▽', '▽ 位移修正']);
    expect(placeMarks(marks, [20, 100]).length).toBe(1);
  });
});

describe('profile', () => {
  // x of domain formulas.md section 10, bottom fixed.
  const x = [11.82656957, 8.05697162, 4.69926806, 2.06762609, 0.69756493, 0.06092482, 0];
  const nodes = x.map((value, no) => ({ no, depth: no * 0.5, value }));

  it('re-zeroes at the top like the chain formula', () => {
    const top = refer(nodes, 'top').map((n) => n.value as number);
    [0, -3.76959795, -7.12730151, -9.75894347, -11.12900464, -11.76564474, -11.82656957].forEach((want, i) => {
      expect(top[i]).toBeCloseTo(want, 7);
    });
    expect(refer(nodes, 'bottom')).toEqual(nodes);
  });

  it('computes the change along each segment', () => {
    const inc = perSegment(nodes).map((n) => n.value as number);
    expect(inc[0]).toBeCloseTo(3.76959795, 8);
    expect(inc[6]).toBe(0);
    expect(inc.reduce((a, b) => a + b)).toBeCloseTo(11.82656957, 8);
    expect(
      perSegment([
        { no: 0, depth: 0, value: null },
        { no: 1, depth: 1, value: 2 },
      ])[0]?.value,
    ).toBeNull();
  });

  it('finds the worst node', () => {
    expect(extreme(nodes)?.no).toBe(0);
    expect(extreme([{ no: 1, depth: 0, value: null }])).toBeNull();
  });

  it('draws older curves fainter', () => {
    const ramp = [0, 1, 2, 3, 4, 5].map((i) => rampOpacity(i, 6));
    expect(ramp[0]).toBeCloseTo(0.34);
    expect(ramp[4]).toBeCloseTo(0.84);
    expect(ramp[5]).toBe(1);
  });

  it('picks equally spaced times including both ends', () => {
    const times = Array.from({ length: 254 }, (_, i) => i);
    expect(equallySpaced(times, 6)).toEqual([0, 51, 101, 152, 202, 253]);
    expect(equallySpaced([1, 2], 5)).toEqual([1, 2]);
  });
});

describe('plan trace', () => {
  it('keeps only times with both components', () => {
    expect(
      joinTrace(
        [
          [1, 2],
          [2, null],
          [3, 4],
        ],
        [
          [1, 5],
          [2, 6],
        ],
      ),
    ).toEqual([{ t: 1, east: 2, north: 5 }]);
  });

  it('uses the same scale on both axes', () => {
    const { east, north } = equalScale(
      [
        { t: 1, east: 3, north: 20 },
        { t: 2, east: -4, north: 44 },
      ],
      2,
    );
    expect(east.max - east.min).toBeCloseTo(north.max - north.min);
    expect(north.min).toBeLessThanOrEqual(20);
    expect(north.max).toBeGreaterThanOrEqual(44);
    expect(east.min).toBeLessThanOrEqual(-4);
  });

  it('has no ticks finer than the decimals of the values', () => {
    const still = equalScale([{ t: 1, east: 0, north: 0 }], 2);
    expect(still.east.decimals).toBeLessThanOrEqual(2);
    expect(still.east.step).toBeGreaterThanOrEqual(0.01);
  });
});

describe('project time zone', () => {
  it('returns offsets with and without daylight saving time', () => {
    expect(zoneOffset('Asia/Shanghai', Date.UTC(2026, 10, 21))).toBe(8 * hour);
    expect(zoneOffset('Asia/Kathmandu', Date.UTC(2026, 10, 21))).toBe(5.75 * hour);
    expect(zoneOffset('Europe/Berlin', Date.UTC(2026, 6, 1))).toBe(2 * hour);
  });

  it('round-trips times across a clock change', () => {
    const berlin = zoneShift('Europe/Berlin');
    const change = Date.UTC(2026, 2, 29, 1);
    for (let t = change - 5 * hour; t < change + 5 * hour; t += 7 * minute) expect(berlin.from(berlin.to(t))).toBe(t);
  });
});

describe('helpers', () => {
  it('finds the nearest reading', () => {
    expect(nearestIndex([], 5)).toBe(-1);
    expect(nearestIndex([0, 10, 20], 14)).toBe(1);
    expect(nearestIndex([0, 10, 20], 16)).toBe(2);
    expect(nearestIndex([0, 10, 20], 99)).toBe(2);
  });

  it('draws a sparkline with a break at a missing value', () => {
    const { path, last } = sparkPath(
      [
        [0, 0],
        [1, null],
        [2, 1],
        [3, 2],
      ],
      100,
      20,
      0,
    );
    expect(path).toBe('M0 20M66.7 10L100 0');
    expect(last).toEqual({ x: 100, y: 0 });
    expect(sparkPath([], 10, 10).path).toBe('');
    expect(
      sparkPath(
        [
          [0, 5],
          [1, 5],
        ],
        10,
        10,
        0,
      ).path,
    ).toBe('M0 5L10 5');
  });

  it('summarizes the drawn samples', () => {
    const s = summarize([
      [1, 2],
      [2, null],
      [3, -4],
    ]);
    expect(s).toEqual({
      count: 2,
      min: { t: 3, value: -4 },
      max: { t: 1, value: 2 },
      mean: -1,
      last: { t: 3, value: -4 },
    });
    expect(summarize([]).mean).toBeNull();
  });
});

describe('time axis ticks', () => {
  const hour = 3_600_000;
  const day = 24 * hour;
  const at = (text: string) => Date.parse(`${text}Z`);
  const shown = (from: string, to: string, most = 9) => {
    const ticks = timeTicks(at(from), at(to), most);
    return ticks.values.map(ticks.label);
  };

  it('show the date once, then only the time', () => {
    expect(shown('2025-10-06T03:20:00', '2025-10-06T10:20:00')).toEqual([
      '10-06 04:00',
      '05:00',
      '06:00',
      '07:00',
      '08:00',
      '09:00',
      '10:00',
    ]);
    expect(shown('2025-10-06T10:00:00', '2025-10-08T03:00:00', 4)).toEqual(['10-06 12:00', '10-07', '12:00', '10-08']);
  });

  it('show the year where it starts', () => {
    expect(shown('2025-12-20T00:00:00', '2026-01-19T00:00:00')).toEqual([
      '2025-12-22',
      '12-29',
      '2026-01-05',
      '01-12',
      '01-19',
    ]);
    expect(shown('2024-11-05T00:00:00', '2026-02-01T00:00:00')).toEqual([
      '2025-01',
      '2025-03',
      '2025-05',
      '2025-07',
      '2025-09',
      '2025-11',
      '2026-01',
    ]);
  });

  it('are evenly spaced over up to 40 days and never too dense', () => {
    for (let span = 2000; span < 40 * day; span = span * 1.37 + 1) {
      for (const from of [at('2025-10-06T03:21:07'), at('2025-02-27T23:59:59')]) {
        const { values } = timeTicks(from, from + span, 9);
        const steps = new Set(values.slice(1).map((t, i) => t - (values[i] ?? 0)));
        expect(steps.size).toBeLessThanOrEqual(1);
        expect(values.length).toBeGreaterThan(0);
        expect(values.length).toBeLessThanOrEqual(10);
      }
    }
    expect(timeTicks(at('1990-01-01T00:00:00'), at('2026-01-01T00:00:00'), 9).values.length).toBeLessThanOrEqual(10);
  });
});
