import { equallySpaced } from '@/entities/chart/profile-nodes';
import { dayBefore } from './profile-rows';
import type { ViewState } from './view-state';

const compared = 6;

/** The most times that are compared: one for each color of the palette. */
export const mostCompared = 11;

export interface ComparedTimes {
  /** Times that are compared. */
  chosen: number[];
  current: number | null;
  /** Times of the curves: the current one is the last. */
  curves: number[];
  /** A day before the current one, for the change of a day. */
  before: number | null;
  /** The reading taken as zero. */
  base: number | null;
  /** The readings to load. */
  wanted: number[];
}

/** comparedTimes chooses the readings to compare among those of the range. */
export function comparedTimes(
  all: readonly number[],
  state: Pick<ViewState, 'times' | 'at' | 'base'>,
  interval: number,
): ComparedTimes {
  const asked = state.times.filter((one) => all.includes(one));
  const chosen = asked.length > 0 ? [...asked].sort((a, b) => a - b) : equallySpaced(all, compared);
  const current = state.at !== null && all.includes(state.at) ? state.at : (chosen.at(-1) ?? null);
  const curves = current === null ? chosen : [...new Set([...chosen.filter((one) => one <= current), current])];
  const before = current === null ? null : dayBefore(all, current, (interval * 1000) / 2);
  const base = state.base === null ? null : (all.find((one) => one >= (state.base ?? 0)) ?? all.at(-1) ?? null);
  const wanted = [...new Set([...chosen, current, before, base].filter((one) => one !== null))];
  return { chosen, current, curves, before, base, wanted };
}

/** colorsOf are the colors of the compared times: a time keeps its color while others are played. */
export function colorsOf({ chosen, curves }: Pick<ComparedTimes, 'chosen' | 'curves'>): Map<number, number> {
  return new Map(curves.map((t) => [t, chosen.includes(t) ? chosen.indexOf(t) : chosen.length]));
}
