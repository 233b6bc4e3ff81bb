import type { EstimateChart } from '@/entities/chart/estimate';
import { extentOf } from '@/entities/chart/nice-axis';
import type { Readings } from '../../model/analysis';
import type { Analyzed } from '../../queries/analyzed';
import type { Explained, Residual } from '../../queries/residual';

export interface EnvironmentWords {
  measured: string;
  fitted: string;
  band: string;
  residual: string;
  held: string;
  fitTo: string;
}

type Read = Pick<Analyzed, 'answer' | 'series'>;

/** heldSpan is the part that was not fitted; null if there are no readings in it. */
function heldSpan({ residual: { rows }, end }: Explained, text: string): EstimateChart['span'] {
  const held = rows.find((one) => one.held);
  return held ? { from: held.time, to: end, text } : null;
}

/** modelChart lays what the environment explains over the readings; without a model the readings alone. */
export function modelChart(
  { answer, series }: Read,
  { field }: Pick<Readings, 'field'>,
  explained: Explained | null,
  axisName: string,
  words: EnvironmentWords,
): EstimateChart | null {
  if (!answer || !series) return null;
  const residual = explained?.residual;
  const rows = residual?.rows ?? [];
  return {
    ...{ axisName, unit: field.unit, decimals: field.decimals, range: [answer.start, answer.end], limits: [] },
    curves: [
      { key: 'measured', name: words.measured, samples: series.samples, gaps: series.gaps, color: 0, look: 'line' },
      ...(residual
        ? [
            {
              ...{ key: 'fitted', name: words.fitted, color: 1, look: 'dashed' as const, gaps: series.gaps },
              samples: rows.map(({ time, fitted }) => [time, fitted] as const),
            },
          ]
        : []),
    ],
    band: residual ? { name: words.band, color: 1, rows: rows.map(({ time, low, high }) => [time, low, high]) } : null,
    marks: residual ? [{ t: residual.to, text: words.fitTo }] : [],
    fit: residual ? [residual.from, residual.to] : null,
    span: explained && heldSpan(explained, words.held),
  };
}

/** residualChart draws what the environment does not explain, with control lines at two and three standard deviations. */
export function residualChart(
  { answer, series }: Read,
  { field }: Pick<Readings, 'field'>,
  explained: Explained | null,
  words: EnvironmentWords,
): EstimateChart | null {
  if (!answer || !series || !explained) return null;
  const { rows, deviation } = explained.residual;
  const [low, high] = extentOf([...rows.map(({ residual }) => residual), -3 * deviation, 3 * deviation]);
  const close = deviation < closeLines * (high - low);
  return {
    ...{ axisName: words.residual, unit: field.unit, decimals: field.decimals + 1, range: [answer.start, answer.end] },
    ...{ limits: [], marks: [], span: heldSpan(explained, words.held) },
    curves: [
      {
        ...{ key: 'residual', name: words.residual, color: 0, look: 'line', gaps: series.gaps },
        samples: rows.map(({ time, residual }) => [time, residual] as const),
      },
    ],
    levels: [-3, -2, 0, 2, 3].map((times) => ({
      value: times * deviation,
      text: close && Math.abs(times) < 3 ? '' : levelText(times),
    })),
  };
}

/** Lines closer than this share of the residuals have no room for all names. */
const closeLines = 0.09;

const levelText = (times: number) => (times === 0 ? '0' : `${times > 0 ? '+' : '−'}${Math.abs(times)}σ`);

/** withResidual adds the residual to the numbers of a chart, for files. */
export function withResidual(chart: EstimateChart, below: EstimateChart | null): EstimateChart {
  return below ? { ...chart, curves: [...chart.curves, ...below.curves] } : chart;
}

const exponents = ['', '', '²', '³'];

/** coefficientUnit is the unit of a coefficient, such as kPa/m². */
export function coefficientUnit(of: string, { kind, unit, number }: Residual['terms'][number]): string {
  if (kind === 'constant' || kind === 'season' || !unit) return of;
  return `${of || '1'}/${unit}${kind === 'level' ? (exponents[number] ?? '') : ''}`;
}
