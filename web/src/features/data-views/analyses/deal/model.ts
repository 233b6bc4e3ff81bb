import type { EstimateChart } from '@/entities/chart/estimate';
import type { Readings } from '../../model/analysis';
import type { Processed } from '../../queries/analysis';
import type { Analyzed } from '../../queries/analyzed';

export interface DealWords {
  original: string;
  processed: string;
  outliers: string;
}

/** dealChart draws processed values over the readings, or marks the outliers among them. */
export function dealChart(
  { answer, series }: Pick<Analyzed, 'answer' | 'series'>,
  { field }: Pick<Readings, 'field'>,
  processed: Pick<Processed, 'rows' | 'outliers'> | null,
  axisName: string,
  words: DealWords,
): EstimateChart | null {
  if (!answer || !series) return null;
  const rows = processed?.rows ?? [];
  const outliers = processed?.outliers ?? [];
  return {
    ...{ axisName, unit: field.unit, decimals: field.decimals, range: [answer.start, answer.end] },
    ...{ marks: [], limits: [] },
    curves: [
      {
        ...{ key: 'original', name: words.original, samples: series.samples, gaps: series.gaps, color: 0 },
        look: rows.length > 0 ? 'faint' : 'line',
      },
      ...(rows.length > 0
        ? [
            {
              ...{ key: 'processed', name: words.processed, gaps: series.gaps, color: 1, look: 'whole' as const },
              samples: rows.map(({ time, value }) => [time, value] as const),
            },
          ]
        : []),
      ...(outliers.length > 0
        ? [
            {
              ...{ key: 'outliers', name: words.outliers, color: 1, look: 'crosses' as const },
              samples: outliers.map(({ time, value }) => [time, value] as const),
            },
          ]
        : []),
    ],
  };
}
