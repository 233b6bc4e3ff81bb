import type { TwinTable } from '@/entities/chart/chart-view';
import type { ChartWords } from '@/entities/chart/chart-words';
import type { EstimateChart } from '@/entities/chart/estimate';
import type { Gap } from '@/entities/chart/gaps';
import type { Difference } from '../../queries/relations';

export interface ApartWords {
  field: string;
  value: string;
  other: string;
  difference: string;
  distortion: string;
  trend: string;
  time: string;
}

const day = 24 * 3_600_000;

/** Units of lengths in mm. */
const millimetres: Record<string, number> = { mm: 1, cm: 10, m: 1000 };

/** perDistance is a length in a unit divided by a distance in m, ‰. */
export const perDistance = (value: number, unit: string, distance: number): number =>
  (value * (millimetres[unit] ?? Number.NaN)) / distance;

/** distortionDecimals are those that a distortion needs to show the last decimal of its differences. */
export function distortionDecimals(
  { unit, decimals }: Pick<Difference, 'unit' | 'decimals'>,
  distance: number,
): number {
  const finest = perDistance(10 ** -decimals, unit, distance);
  return finest > 0 ? Math.min(9, Math.max(0, Math.ceil(-Math.log10(finest) - 1e-9))) : decimals;
}

/** apartChart draws the differences with their trend; with a distance in m, what they are of it. */
export function apartChart(
  found: Difference,
  distance: number | null,
  range: readonly [number, number],
  gaps: readonly Gap[],
  words: ApartWords,
): EstimateChart {
  const { rows, from, to, value, rate } = found;
  const shown = (one: number) => (distance ? perDistance(one, found.unit, distance) : one);
  const name = distance ? words.distortion : words.difference;
  return {
    ...{ axisName: name, unit: distance ? '‰' : found.unit, range, limits: [], marks: [] },
    decimals: distance ? distortionDecimals(found, distance) : found.decimals,
    curves: [
      {
        ...{ key: 'difference', name, gaps, color: 0, look: 'line' },
        samples: rows.map((one) => [one.time, (distance ? one.distortion : one.difference) ?? null] as const),
      },
      {
        ...{ key: 'trend', name: words.trend, color: 1, look: 'dashed' },
        samples: [
          [from, shown(value)],
          [to, shown(value + (rate * (to - from)) / day)],
        ],
      },
    ],
  };
}

/** bothChart draws the paired readings of both points. */
export function bothChart(
  { rows, unit, decimals }: Difference,
  range: readonly [number, number],
  gaps: readonly Gap[],
  words: ApartWords,
): EstimateChart {
  return {
    ...{ axisName: words.field, unit, decimals, range, limits: [], marks: [] },
    curves: [
      {
        ...{ key: 'value', name: words.value, gaps, color: 0, look: 'line' },
        samples: rows.map(({ time, value }) => [time, value] as const),
      },
      {
        ...{ key: 'other', name: words.other, gaps, color: 2, look: 'line' },
        samples: rows.map(({ time, other }) => [time, other] as const),
      },
    ],
  };
}

/** apartTable lists the pairs with their differences, newest first. */
export function apartTable(
  found: Difference,
  distance: number | null,
  { number, time }: Pick<ChartWords, 'number' | 'time'>,
  words: ApartWords,
): TwinTable {
  const { unit, decimals } = found;
  const right = (title: string) => ({ title, align: 'right' as const });
  const titles = [words.value, words.other, words.difference].map((one) => right(unit ? `${one} ${unit}` : one));
  const fine = distance ? distortionDecimals(found, distance) : 0;
  return {
    columns: [{ title: words.time }, ...titles, ...(distance ? [right(`${words.distortion} ‰`)] : [])],
    rows: [...found.rows]
      .reverse()
      .map((one) => [
        time(one.time),
        ...[one.value, one.other, one.difference].map((value) => number(value, decimals)),
        ...(distance ? [number(one.distortion, fine)] : []),
      ]),
  };
}
