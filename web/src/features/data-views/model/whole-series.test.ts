import type { SeriesAnswer } from './types';
import { mostInAnswer, wholeSeries } from './whole-series';

/** A server with a reading at every time that `there` names. */
function server(there: readonly number[]) {
  const asked: [number, number][] = [];
  const ask = async (start: number, end: number) => {
    asked.push([start, end]);
    const times = there.filter((t) => t >= start && t <= end);
    const reduced = times.length > mostInAnswer;
    return {
      ...{ start, end, fields: [], marks: [], thresholds: [], ranges: [], reduced },
      series: [
        {
          field: 'lat',
          samples: (reduced ? times.slice(0, 2) : times).map((t) => [t, t] as const),
          statistics: { count: times.length },
        },
      ],
    } as unknown as SeriesAnswer;
  };
  return { ask, asked };
}
const timesOf = (whole: Awaited<ReturnType<typeof wholeSeries>>) => whole.series[0]?.samples.map(([t]) => t);

test('few readings are asked for once', async () => {
  const { ask, asked } = server([1, 2, 3]);
  expect(timesOf(await wholeSeries(ask, 0, 10, 100_000))).toEqual([1, 2, 3]);
  expect(asked).toEqual([[0, 10]]);
});

test('every reading of a long range comes once, however they are spread', async () => {
  const dense = Array.from({ length: 45_000 }, (_, i) => i);
  const sparse = Array.from({ length: 5_000 }, (_, i) => 45_000 + 100 * i);
  const there = [...dense, ...sparse];
  const { ask } = server(there);
  const whole = await wholeSeries(ask, 0, 600_000, 100_000);
  expect(timesOf(whole)).toEqual(there);
  expect(whole).toMatchObject({ cut: false, start: 0, end: 600_000 });
});

test('of too many readings the newest are read', async () => {
  const there = Array.from({ length: 60_000 }, (_, i) => i);
  const { ask } = server(there);
  const whole = await wholeSeries(ask, 0, 60_000, 30_000);
  expect(whole).toMatchObject({ cut: true, start: 30_000 });
  expect(timesOf(whole)?.[0]).toBe(30_000);
  expect(whole.series[0]?.count).toBe(30_000);
});
