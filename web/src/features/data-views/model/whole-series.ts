import type { Sample } from '@/entities/chart/gaps';
import type { SeriesAnswer } from './types';

/** Readings of a series in one response of the server, at most; more are reduced (monitor/query). */
export const mostInAnswer = 20_000;

/** The part of a response that is joined with others. */
export type WholeSeries = Pick<SeriesAnswer, 'start' | 'end' | 'fields' | 'marks' | 'thresholds' | 'ranges'> & {
  series: { field: string; samples: readonly Sample[]; count: number }[];
  /** Only the newest part of the range was read. */
  cut: boolean;
};

type Ask = (start: number, end: number) => Promise<SeriesAnswer>;

/**
 * wholeSeries reads every reading of a range: what the server reduces is asked for again in parts. Of more than `most`
 * readings the newest part of the range is read.
 */
export async function wholeSeries(ask: Ask, start: number, end: number, most: number): Promise<WholeSeries> {
  const first = await ask(start, end);
  const count = countOf(first);
  const cut = count > most;
  const from = cut ? Math.ceil(end - ((end - start) * most) / count) : start;
  const answers = cut
    ? await parts(ask, from, end, most)
    : first.reduced
      ? await parts(ask, start, end, count)
      : [first];
  return { ...joined(answers, first), start: from, end, cut };
}

const countOf = ({ series }: SeriesAnswer) => Math.max(0, ...series.map((one) => one.statistics.count));

/** Parts are filled to three quarters: readings are not spread evenly. */
const filled = 0.75;

async function parts(ask: Ask, start: number, end: number, count: number): Promise<SeriesAnswer[]> {
  const number = Math.max(2, Math.ceil(count / (mostInAnswer * filled)));
  const answers: SeriesAnswer[] = [];
  for (let i = 0; i < number; i++) {
    const at = (share: number) => Math.round(start + (end - start) * share);
    const [from, to] = [at(i / number) + (i > 0 ? 1 : 0), at((i + 1) / number)];
    if (to < from) continue;
    const answer = await ask(from, to);
    if (answer.reduced && to > from) answers.push(...(await parts(ask, from, to, countOf(answer))));
    else answers.push(answer);
  }
  return answers;
}

function joined(answers: readonly SeriesAnswer[], { fields, marks, thresholds, ranges }: SeriesAnswer) {
  const series = new Map<string, { samples: Sample[]; count: number }>();
  for (const answer of answers)
    for (const one of answer.series) {
      const whole = series.get(one.field) ?? { samples: [], count: 0 };
      for (const sample of one.samples) whole.samples.push(sample);
      whole.count += one.statistics.count;
      series.set(one.field, whole);
    }
  return { fields, marks, thresholds, ranges, series: [...series].map(([field, whole]) => ({ field, ...whole })) };
}
