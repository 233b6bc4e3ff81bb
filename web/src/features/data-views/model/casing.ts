import { counts, type Survey } from './surveys';

/** Systematic errors of a survey that are estimated together, in the order of the form. */
export const casingGroups = ['bias', 'rotation', 'depth', 'settlement'] as const;
export type CasingGroup = (typeof casingGroups)[number];

/** What is drawn. */
export const casingCharts = ['profile', 'checksum', 'difference'] as const;
export type CasingChart = (typeof casingCharts)[number];

/** Lengths of the stable zone above the lowest station, m; 0: a third of the casing. */
export const stableLengths = [0, 2, 3, 5, 8, 10, 15, 20, 30] as const;

/** What the quality of a casing has in the address. */
export interface CasingSettings {
  /** The survey; null: the last one. */
  survey: number | null;
  /** The survey that it is compared with; null: the first one. */
  against: number | null;
  errors: readonly CasingGroup[];
  stable: number;
  chart: CasingChart;
}

type Change = { [K in keyof CasingSettings]?: CasingSettings[K] | undefined };

const usual = { errors: ['bias'] as readonly CasingGroup[], stable: 0, chart: casingCharts[0] };

const timeFrom = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** readCasing parses the settings in the address; invalid ones take their defaults. */
export function readCasing(search: URLSearchParams): CasingSettings {
  const names = (search.get('errors') ?? '').split('.');
  const errors = casingGroups.filter((one) => names.includes(one));
  const stable = Number(search.get('stable') ?? usual.stable);
  return {
    survey: timeFrom(search.get('survey')),
    against: timeFrom(search.get('against')),
    errors: errors.length > 0 ? errors : usual.errors,
    stable: stable > 0 && stable <= 1000 ? stable : usual.stable,
    chart: casingCharts.find((one) => one === search.get('chart')) ?? usual.chart,
  };
}

/** writeCasing writes a change to the address. */
export function writeCasing(search: URLSearchParams, change: Change): void {
  const put = (name: keyof CasingSettings, value: string, other: string) =>
    value === other ? search.delete(name) : search.set(name, value);
  for (const name of ['survey', 'against'] as const) {
    if (name in change) put(name, String(change[name] ?? ''), '');
  }
  if (change.errors && change.errors.length > 0) put('errors', change.errors.join('.'), usual.errors.join('.'));
  if (change.stable !== undefined) put('stable', String(change.stable), String(usual.stable));
  if (change.chart) put('chart', change.chart, usual.chart);
}

/** comparedSurveys are the chosen survey and the one that it is compared with, of those that count; null: there are none. */
export function comparedSurveys(
  list: readonly Survey[],
  { survey, against }: Pick<CasingSettings, 'survey' | 'against'>,
): { times: readonly number[]; time: number | null; base: number | null } {
  const times = list.filter(counts).map((one) => one.time);
  const time = times.find((one) => one === survey) ?? times.at(-1) ?? null;
  const others = times.filter((one) => one !== time);
  return { times, time, base: others.find((one) => one === against) ?? others[0] ?? null };
}
