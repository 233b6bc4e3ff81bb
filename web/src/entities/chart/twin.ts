import type { TwinTable } from './chart-view';
import type { ChartWords } from './chart-words';
import type { ProcessSeries } from './process-chart';

/** processTwin lays the curves of a process line side by side, newest first. */
export function processTwin(series: readonly ProcessSeries[], words: ChartWords, timeTitle: string): TwinTable {
  const rows = new Map<number, (number | null)[]>();
  series.forEach((one, i) => {
    for (const [t, v] of one.samples) {
      const row = rows.get(t) ?? new Array<number | null>(series.length).fill(null);
      row[i] = v;
      rows.set(t, row);
    }
  });
  return {
    columns: [
      { title: timeTitle },
      ...series.map((s) => ({ title: s.unit ? `${s.name} ${s.unit}` : s.name, align: 'right' as const })),
    ],
    rows: [...rows.entries()]
      .sort((a, b) => b[0] - a[0])
      .map(([t, values]) => [words.time(t), ...values.map((v, i) => words.number(v, series[i]?.decimals ?? 3))]),
  };
}
