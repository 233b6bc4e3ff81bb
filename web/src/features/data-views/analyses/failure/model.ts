import type { EstimateChart } from '@/entities/chart/estimate';
import { extentOf } from '@/entities/chart/nice-axis';
import { type Threshold, thresholdLines } from '@/entities/chart/threshold-lines';
import type { Readings } from '../../model/analysis';
import type { FailureEstimate, Predicted } from '../../queries/analysis';
import type { Analyzed } from '../../queries/analyzed';

export interface FailureWords {
  inverse: string;
  line: string;
  band: string;
  interval: string;
  measured: string;
  curve: string;
  fitFrom: string;
  last: string;
  fails: string;
  speed: (level: number, rate: number) => string;
  level: (level: number, value: number) => string;
}

const day = 24 * 3_600_000;

/** endOf is how far the charts reach: past the interval, and not far past the estimate if the interval has no end. */
export function endOf(end: number, { time, high }: FailureEstimate, to: number): number {
  if (time === 0) return end;
  const ahead = time - to;
  const wanted = high > 0 ? Math.max(Math.min(high, time + 2 * ahead), time + 0.3 * ahead) : time + ahead;
  return Math.max(end, wanted + 0.1 * (wanted - to));
}

/** limitsOfRate are the limits of the rate as inverse rates; the text names the rate. */
export function limitsOfRate(rate: Threshold | null, direction: number, speed: FailureWords['speed']) {
  if (!rate) return [];
  return thresholdLines(rate, direction < 0 ? [-1e-9, 0] : [0, 1e-9])
    .filter(({ value }) => value * direction > 0)
    .map(({ level, value }) => ({ level, value: Math.abs(1 / value), text: speed(level, Math.abs(value)) }));
}

/** Numbers of the fitted line: inverse rates from the first to the last reading, zero at the failure. */
type Line = readonly number[];

/** lineAt is the height of a line at a time: linear, and zero from the failure on. */
export function lineAt([first = 0, last = 0]: Line, from: number, to: number, t: number): number {
  const slope = (last - first) / (to - from);
  return Math.max(0, first + slope * (t - from));
}

/** bandOf lies between the lines that fail at both ends of the interval. */
export function bandOf({ lineLow, lineHigh, high }: FailureEstimate, from: number, to: number) {
  if (lineLow.length < 2 || lineHigh.length < 2) return [];
  const steps = 60;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = from + ((high - from) * i) / steps;
    const [a, b] = [lineAt(lineLow.map(Math.abs), from, to, t), lineAt(lineHigh.map(Math.abs), from, to, t)];
    return [t, Math.min(a, b), Math.max(a, b)] as const;
  });
}

/** Inverses above this share of the fitted line's begin are of rates near zero: they would flatten the rest. */
const tallest = 1.5;

/** inverseChart draws the inverse rates, the line fitted to the movement, and where it meets zero. */
export function inverseChart(
  predicted: Predicted,
  rate: Threshold | null,
  axisName: string,
  unit: string,
  words: FailureWords,
): { chart: EstimateChart; beyond: number } | null {
  const { prediction: p, start, end } = predicted;
  const f = p.failure;
  if (!f) return null;
  const inverse = f.inverse.map(({ time, value }) => [time, Math.abs(value)] as const);
  const line = f.line.map(Math.abs);
  const rings = inverse.map(([, value]) => value).sort((a, b) => a - b);
  const usual = rings[Math.floor((rings.length - 1) * 0.9)] ?? 1;
  const max = f.accelerates ? Math.max((line[0] ?? 0) * tallest, usual) : usual * tallest;
  const direction = f.inverse.reduce((sum, { value }) => sum + Math.sign(value), 0) < 0 ? -1 : 1;
  const chart: EstimateChart = {
    axisName,
    unit: unit ? `d/${unit}` : 'd',
    decimals: 3,
    range: [start, endOf(end, f, p.to)],
    curves: [
      { key: 'inverse', name: words.inverse, samples: inverse, color: 0, look: 'rings' },
      ...(line.length === 2
        ? [
            {
              ...{ key: 'line', name: words.line, color: 1, look: 'dashed' as const },
              samples: [
                [p.from, line[0] ?? 0],
                [p.to, line[1] ?? 0],
                [f.time, 0],
              ] as const,
            },
          ]
        : []),
    ],
    band: f.high > 0 ? { name: words.band, color: 1, rows: bandOf(f, p.from, p.to) } : null,
    marks: [
      { t: p.from, text: words.fitFrom },
      { t: p.to, text: words.last, whole: true },
      ...(f.time > 0 ? [{ t: f.time, text: words.fails }] : []),
    ],
    span: f.high > 0 ? { from: f.low, to: f.high, text: words.interval } : null,
    fit: [p.from, p.to],
    limits: limitsOfRate(rate, direction, words.speed).filter(({ value }) => value <= max),
    ends: { min: 0, max },
  };
  return { chart, beyond: rings.filter((value) => value > max).length };
}

/** movementChart draws the readings with the fitted movement up to a little before the failure; without a fit them alone. */
export function movementChart(
  { answer, series, threshold }: Pick<Analyzed, 'answer' | 'series' | 'threshold'>,
  predicted: Predicted | null,
  { field }: Pick<Readings, 'field'>,
  axisName: string,
  words: FailureWords,
): EstimateChart | null {
  if (!answer || !series) return null;
  const p = predicted?.prediction;
  const f = p?.failure ?? null;
  const extent = extentOf(series.samples.map(([, value]) => value));
  const room = 0.8 * (extent[1] - extent[0]);
  // Toward the failure the curve grows without end: it leaves the picture above.
  const rows = (p?.rows ?? []).filter(({ value }) => value <= extent[1] + room && value >= extent[0] - room);
  return {
    axisName,
    unit: field.unit,
    decimals: field.decimals,
    range: predicted && p && f ? [predicted.start, endOf(predicted.end, f, p.to)] : [answer.start, answer.end],
    curves: [
      { key: 'measured', name: words.measured, samples: series.samples, gaps: series.gaps, color: 0, look: 'line' },
      ...(rows.length > 0
        ? [
            {
              ...{ key: 'curve', name: words.curve, color: 1, look: 'dashed' as const },
              samples: rows.map(({ time, value }) => [time, value] as const),
            },
          ]
        : []),
    ],
    marks: p ? [{ t: p.to, text: '', whole: true }] : [],
    span: f && f.high > 0 ? { from: f.low, to: f.high, text: '' } : null,
    fit: p ? [p.from, p.to] : null,
    limits: (threshold ? thresholdLines(threshold, extent) : []).map((one) => ({
      ...one,
      text: words.level(one.level, one.value),
    })),
  };
}

/** remainingDays is the time to the failure; negative after it. */
export const remainingDays = (time: number, now: number): number => (time - now) / day;

/** widthOf is the width of an interval in days; null without an end. */
export const widthOf = ({ low, high }: Pick<FailureEstimate, 'low' | 'high'>): number | null =>
  high > 0 ? (high - low) / day : null;
