import type { EstimateChart } from '@/entities/chart/estimate';
import type { PlaneChart } from '@/entities/chart/plane';
import type { Relation } from '../../queries/relations';

export interface ScatterWords {
  /** The readings and the other ones, without their units. */
  value: string;
  other: string;
  line: string;
  band: string;
  rest: string;
  correlation: string;
  lag: string;
  found: string;
  unrelated: string;
}

/** scatterChart draws pairs of readings by their time, with the fitted line. */
export function scatterChart(found: Relation, words: ScatterWords): PlaneChart {
  const { rows, line } = found;
  return {
    ...{ range: [found.from, found.to], restName: words.rest, levels: [], marks: [] },
    x: { name: words.other, unit: found.otherUnit, decimals: found.otherDecimals },
    y: { name: words.value, unit: found.unit, decimals: found.decimals },
    dots: rows.map(({ time, value, other, residual }) => ({ t: time, x: other, y: value, rest: residual })),
    curves: [
      {
        ...{ key: 'line', name: words.line, color: 1, look: 'dashed' },
        points: line.map(({ other, value }) => [other, value]),
      },
    ],
    band: { name: words.band, color: 1, rows: line.map(({ other, low, high }) => [other, low, high]) },
  };
}

/** lagChart draws the correlation at each lag that was tried; null for a given lag. */
export function lagChart({ search, lag, from, to }: Relation, words: ScatterWords): PlaneChart | null {
  if (!search) return null;
  return {
    ...{ range: [from, to], restName: '', dots: [], band: null },
    x: { name: words.lag, unit: 'h', decimals: search.step < 3_600_000 ? 2 : 0 },
    y: { name: words.correlation, unit: '', decimals: 2 },
    curves: [
      {
        ...{ key: 'r', name: words.correlation, color: 0, look: 'whole' },
        points: search.lags.map((one) => [one.lag, one.r]),
      },
    ],
    levels: [
      { value: 0, text: '' },
      { value: search.limit, text: words.unrelated },
      { value: -search.limit, text: '' },
    ],
    marks: [{ x: lag, text: words.found }],
  };
}

/** restChart draws what the line leaves of the readings over time, with two standard deviations. */
export function restChart(found: Relation, words: ScatterWords): EstimateChart {
  const { deviation } = found;
  return {
    ...{ axisName: words.rest, unit: found.unit, decimals: found.decimals + 1, range: [found.from, found.to] },
    ...{ limits: [], marks: [] },
    curves: [
      {
        ...{ key: 'rest', name: words.rest, color: 0, look: 'line' },
        samples: found.rows.map(({ time, residual }) => [time, residual] as const),
      },
    ],
    levels: [
      { value: 2 * deviation, text: '+2σ' },
      { value: 0, text: '0' },
      { value: -2 * deviation, text: '−2σ' },
    ],
  };
}
