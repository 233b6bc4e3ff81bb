import type { TwinTable } from './chart-view';
import type { ChartWords } from './chart-words';
import { between, type EstimateChart, isReading } from './estimate';

/** estimateTwin lists the readings with the curves at their times, processed values at theirs, and curves after the last reading; newest first. */
export function estimateTwin(chart: EstimateChart, words: ChartWords, timeTitle: string): TwinTable {
  const readings = chart.curves.filter(isReading);
  const computed = chart.curves.filter((one) => !isReading(one));
  const times = new Set(readings.flatMap(({ samples }) => samples.map(([t]) => t)));
  const last = Math.max(0, ...times);
  for (const { samples, look } of computed) for (const [t] of samples) if (t > last || look === 'whole') times.add(t);
  // Marked readings have values at their times only; a curve has one at any time.
  const exact = (one: EstimateChart['curves'][number]) => isReading(one) || one.look === 'crosses';
  const read = new Map(chart.curves.map((one) => [one, new Map(one.samples)]));
  const { band } = chart;
  const ends = band
    ? [band.rows.map(([t, low]) => [t, low] as const), band.rows.map(([t, , high]) => [t, high] as const)]
    : [];
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : words.number(value, chart.decimals);
  const title = (name: string) => (chart.unit ? `${name} ${chart.unit}` : name);
  return {
    columns: [
      { title: timeTitle },
      ...chart.curves.map(({ name }) => ({ title: title(name), align: 'right' as const })),
      ...(band ? ['↓', '↑'].map((sign) => ({ title: `${title(band.name)} ${sign}`, align: 'right' as const })) : []),
    ],
    rows: [...times]
      .sort((a, b) => b - a)
      .map((t) => [
        words.time(t),
        ...chart.curves.map((one) => number(read.get(one)?.get(t) ?? (exact(one) ? null : between(one.samples, t)))),
        ...ends.map((end) => number(between(end, t))),
      ]),
  };
}
