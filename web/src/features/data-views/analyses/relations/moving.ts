import type { TwinTable } from '@/entities/chart/chart-view';
import type { ChartWords } from '@/entities/chart/chart-words';
import type { EstimateChart } from '@/entities/chart/estimate';
import { type Quantity, tangentCriteria } from '../../model/relations';
import type { Analyzed } from '../../queries/analyzed';
import type { Movement } from '../../queries/relations';

export interface MovingWords {
  measured: string;
  creep: string;
  creepFrom: string;
  creepTo: string;
  band: string;
  time: string;
  value: string;
  rate: string;
  acceleration: string;
  angle: string;
  uniformRate: string;
  criterion: Record<keyof typeof tangentCriteria, string>;
}

const day = 24 * 3_600_000;

/** rateUnit is the unit of rates per day, and of accelerations per day². */
export const rateUnit = (unit: string, power: '' | '²' = ''): string => `${unit || '1'}/d${power}`;

/** movedChart draws the readings with the line of uniform creep. */
export function movedChart(
  { answer, series }: Pick<Analyzed, 'answer' | 'series'>,
  found: Movement | null,
  axis: { name: string; unit: string; decimals: number },
  words: MovingWords,
): EstimateChart | null {
  if (!answer || !series) return null;
  const creep = found?.creep;
  return {
    ...{ axisName: axis.name, unit: axis.unit, decimals: axis.decimals, range: [answer.start, answer.end], limits: [] },
    curves: [
      { key: 'measured', name: words.measured, samples: series.samples, gaps: series.gaps, color: 0, look: 'line' },
      ...(creep && found
        ? [
            {
              ...{ key: 'creep', name: words.creep, color: 1, look: 'dashed' as const },
              samples: [creep.from, found.to].map(
                (t) => [t, creep.value + (creep.rate * (t - creep.from)) / day] as const,
              ),
            },
          ]
        : []),
    ],
    marks: creep
      ? [
          { t: creep.from, text: words.creepFrom },
          { t: creep.to, text: words.creepTo },
        ]
      : [],
    fit: creep ? [creep.from, creep.to] : null,
  };
}

type Row = Movement['rows'][number];

/** The numbers of a quantity: its value, and the ends of its interval. */
const parts: Record<Quantity, (row: Row) => readonly [number | null, number | null, number | null]> = {
  rate: (row) => [row.rate, row.rateLow, row.rateHigh],
  acceleration: (row) => [row.acceleration, row.accelerationLow, row.accelerationHigh],
  angle: (row) => [row.angle, row.angleLow, row.angleHigh],
};

/** unitOf is the unit of a quantity, with its decimals. */
export function unitOf(quantity: Quantity, { unit, decimals }: Pick<Movement, 'unit' | 'decimals'>) {
  if (quantity === 'angle') return { unit: '°', decimals: 1 };
  return quantity === 'rate'
    ? { unit: rateUnit(unit), decimals: decimals + 1 }
    : { unit: rateUnit(unit, '²'), decimals: decimals + 2 };
}

/** quantityChart draws how the readings move; null if there is nothing of it to draw. */
export function quantityChart(
  found: Movement,
  quantity: Quantity,
  range: readonly [number, number],
  words: MovingWords,
): EstimateChart | null {
  const rows = found.rows.map((row) => [row.time, ...parts[quantity](row)] as const);
  if (rows.every(([, value]) => value === null)) return null;
  const { creep } = found;
  const levels = {
    rate: [{ value: 0, text: '0' }, ...(creep ? [{ value: creep.rate, text: words.uniformRate }] : [])],
    acceleration: [{ value: 0, text: '0' }],
    angle: (['uniform', 'medium', 'near'] as const).map((name) => ({
      value: tangentCriteria[name],
      text: words.criterion[name],
      start: name === 'near',
    })),
  }[quantity];
  return {
    ...{ axisName: words[quantity], ...unitOf(quantity, found), range, limits: [], marks: [], levels },
    curves: [
      {
        ...{ key: quantity, name: words[quantity], color: 1, look: 'dashed' },
        samples: rows.map(([time, value]) => [time, value] as const),
      },
    ],
    band: {
      ...{ name: words.band, color: 1 },
      rows: rows.flatMap(([time, value, low, high]) =>
        value === null ? [] : [[time, low ?? value, high ?? value] as const],
      ),
    },
    fit: creep ? [creep.from, creep.to] : null,
  };
}

/** movingTable lists the readings with how they move, newest first. */
export function movingTable(
  found: Movement,
  { number, time }: Pick<ChartWords, 'number' | 'time'>,
  words: MovingWords,
): TwinTable {
  const right = (title: string) => ({ title, align: 'right' as const });
  const shown = (['rate', 'acceleration', 'angle'] as const).filter((one) => one !== 'angle' || found.creep);
  const values = found.unit ? `${words.value} ${found.unit}` : words.value;
  const numbers = (row: Row) =>
    shown.flatMap((one) =>
      parts[one](row).map((value) => (value === null ? '' : number(value, unitOf(one, found).decimals))),
    );
  return {
    columns: [
      { title: words.time },
      right(values),
      ...shown.flatMap((one) => {
        const title = `${words[one]} ${unitOf(one, found).unit}`;
        return [right(title), right(`${title} ↓`), right(`${title} ↑`)];
      }),
    ],
    rows: [...found.rows].reverse().map((row) => [time(row.time), number(row.value, found.decimals), ...numbers(row)]),
  };
}
