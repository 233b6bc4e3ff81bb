import type { EstimateChart } from '@/entities/chart/estimate';
import { extentOf } from '@/entities/chart/nice-axis';
import { thresholdLines } from '@/entities/chart/threshold-lines';
import type { CurveName, Readings } from '../../model/analysis';
import type { Predicted } from '../../queries/analysis';
import type { Analyzed } from '../../queries/analyzed';

export interface PredictWords {
  measured: string;
  curve: string;
  band: string;
  fitFrom: string;
  fitTo: string;
  level: (level: number, value: number) => string;
}

/** The equations, t in days since the first fitted reading. */
export const equations: Record<CurveName, string> = {
  linear: 'x = a + b·t',
  logTime: 'x = a + b·ln(1 + t)',
  exponential: 'x = a + b·e^(−t/τ)',
};

/** predictChart lays a fitted curve and its band over the readings; without a fit the readings alone. */
export function predictChart(
  { answer, series, threshold }: Pick<Analyzed, 'answer' | 'series' | 'threshold'>,
  { field }: Pick<Readings, 'field'>,
  predicted: Predicted | null,
  axisName: string,
  words: PredictWords,
): EstimateChart | null {
  if (!answer || !series) return null;
  const rows = predicted?.prediction.rows ?? [];
  const last = rows.at(-1)?.time ?? answer.end;
  const limits = threshold ? thresholdLines(threshold, extentOf(series.samples.map(([, value]) => value))) : [];
  const fitted = predicted?.prediction;
  return {
    axisName,
    unit: field.unit,
    decimals: field.decimals,
    range: [answer.start, Math.max(answer.end, last)],
    curves: [
      { key: 'measured', name: words.measured, samples: series.samples, gaps: series.gaps, color: 0, look: 'line' },
      ...(fitted
        ? [
            {
              ...{ key: 'curve', name: words.curve, color: 1, look: 'dashed' as const },
              samples: rows.map(({ time, value }) => [time, value] as const),
            },
          ]
        : []),
    ],
    band: fitted ? { name: words.band, color: 1, rows: rows.map(({ time, low, high }) => [time, low, high]) } : null,
    marks: fitted
      ? [
          { t: fitted.from, text: words.fitFrom },
          { t: fitted.to, text: words.fitTo },
        ]
      : [],
    fit: fitted ? [fitted.from, fitted.to] : null,
    limits: limits.map((one) => ({ ...one, text: words.level(one.level, one.value) })),
  };
}

/** reachedLimits are the limits that the curve crosses after its last fitted reading, with the time, in their order. */
export function reachedLimits({ limits }: Pick<EstimateChart, 'limits'>, { prediction }: Predicted) {
  const later = prediction.rows.filter(({ time }) => time >= prediction.to);
  return limits.flatMap((limit) => {
    const at = later.findIndex(({ value }, i) => {
      const before = later[i - 1]?.value;
      return before !== undefined && (before - limit.value) * (value - limit.value) <= 0 && before !== value;
    });
    const time = later[at]?.time;
    return time === undefined ? [] : [{ ...limit, time }];
  });
}
