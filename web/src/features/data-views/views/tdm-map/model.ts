import { findGaps, type Gap, type Sample } from '@/entities/chart/gaps';
import { distance, type Place } from '@/entities/map/geodesy';

/** A position of a tracker that its formula accepted (domain measurements.md section 2.6). */
export interface Fix extends Place {
  t: number;
  /** m */
  height: number | null;
  /** m/s, sent by the device, or distance by time between two fixes. */
  speed: number | null;
  /** Degrees from north; null at rest. */
  heading: number | null;
  /** m from the initial position. */
  moved: number | null;
}

/** Fixes that are not drawn. */
export interface Hidden {
  /** With an HDOP above the limit of the formula. */
  poor: number;
  /** Too fast after the previous one, withdrawn, or without a position. */
  other: number;
}

export interface Track {
  fixes: readonly Fix[];
  gaps: readonly Gap[];
  hidden: Hidden;
}

type Read = { readonly series: readonly { field: string; samples: readonly Sample[] }[] };

export interface TrackSource {
  observed: Read;
  accumulated: Read;
  raw: Read;
  /** s between fixes; 0: unknown. */
  interval: number;
  /** m between two fixes below which a tracker is at rest. */
  minStep: number;
  hdopLimit: number;
}

/** The observed fields of a track. */
export const observedFields = ['lat', 'lon', 'height', 'speed', 'heading'] as const;

export const usualStep = 2; // m
export const usualHdop = 5;

const samplesOf = ({ series }: Read, field: string): readonly Sample[] =>
  series.find((one) => one.field === field)?.samples ?? [];

/** Bearing from one place to another, degrees from north. */
export function bearing(from: Place, to: Place): number {
  const rad = Math.PI / 180;
  const [a, b] = [from.lat * rad, to.lat * rad];
  const d = (to.lon - from.lon) * rad;
  const y = Math.sin(d) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(d);
  return (Math.atan2(y, x) / rad + 360) % 360;
}

/** trackOf joins the fields of the fixes. Speed and heading that the point does not compute follow from the positions. */
export function trackOf({ observed, accumulated, raw, interval, minStep, hdopLimit }: TrackSource): Track {
  const byTime = (from: Read, field: string) => new Map(samplesOf(from, field));
  const lon = byTime(observed, 'lon');
  const height = byTime(observed, 'height');
  const speed = byTime(observed, 'speed');
  const heading = byTime(observed, 'heading');
  const moved = byTime(accumulated, 'moved');
  const fixes: Fix[] = [];
  for (const [t, lat] of samplesOf(observed, 'lat')) {
    const east = lon.get(t);
    if (lat === null || east === null || east === undefined) continue;
    const fix: Fix = {
      t,
      lat,
      lon: east,
      height: height.get(t) ?? null,
      speed: speed.get(t) ?? null,
      heading: heading.get(t) ?? null,
      moved: moved.get(t) ?? null,
    };
    const before = fixes.at(-1);
    if (before) {
      const step = distance(before, fix);
      if (speed.size === 0) fix.speed = (step * 1000) / (t - before.t);
      if (step < minStep) fix.heading = null;
      else if (heading.size === 0) fix.heading = bearing(before, fix);
    }
    fixes.push(fix);
  }
  const gaps = findGaps(
    fixes.map(({ t }) => t),
    interval * 1000,
  );
  return { fixes, gaps, hidden: hiddenOf(fixes, raw, hdopLimit) };
}

/** hiddenOf counts the fixes that the device sent and that have no result. */
function hiddenOf(fixes: readonly Fix[], raw: Read, hdopLimit: number): Hidden {
  const shown = new Set(fixes.map(({ t }) => t));
  const hdop = new Map(samplesOf(raw, 'hdop'));
  const hidden = { poor: 0, other: 0 };
  for (const [t, lat] of samplesOf(raw, 'lat')) {
    if (lat === null || shown.has(t)) continue;
    if ((hdop.get(t) ?? 0) > hdopLimit) hidden.poor++;
    else hidden.other++;
  }
  return hidden;
}

/** unbroken splits fixes at gaps, in which nothing is known. */
export function unbroken({ fixes, gaps }: Pick<Track, 'fixes' | 'gaps'>): Fix[][] {
  const begins = new Set(gaps.map(({ to }) => to));
  const runs: Fix[][] = [];
  for (const fix of fixes) {
    const last = runs.at(-1);
    if (!last || begins.has(fix.t)) runs.push([fix]);
    else last.push(fix);
  }
  return runs;
}

/** A time during which a tracker stayed where it was. */
export interface Stop extends Place {
  from: number;
  to: number;
  count: number;
}

const stopMs = 30 * 60_000;
const stopReach = 20; // m

/** stopsOf finds where a tracker stayed within 20 m of a fix for more than 30 min; the place is the mean of the fixes. */
export function stopsOf(track: Pick<Track, 'fixes' | 'gaps'>): Stop[] {
  const stops: Stop[] = [];
  for (const run of unbroken(track)) {
    let i = 0;
    while (i < run.length) {
      const first = run[i] as Fix;
      let j = i + 1;
      while (j < run.length && distance(first, run[j] as Fix) <= stopReach) j++;
      const last = run[j - 1] as Fix;
      if (last.t - first.t <= stopMs) {
        i++;
        continue;
      }
      const part = run.slice(i, j);
      const mean = (of: (fix: Fix) => number) => part.reduce((sum, fix) => sum + of(fix), 0) / part.length;
      stops.push({ from: first.t, to: last.t, count: part.length, lat: mean((f) => f.lat), lon: mean((f) => f.lon) });
      i = j;
    }
  }
  return stops;
}

/** The circle in which a tracker should stay: its center and radius in m. */
export interface Fence extends Place {
  reach: number;
}

/** How far a place is outside a fence, m; negative inside. */
export const outside = (fence: Fence, place: Place): number => distance(fence, place) - fence.reach;

/** fixAt is the index of the last fix at or before a time; the first one before all. */
export function fixAt(fixes: readonly Pick<Fix, 't'>[], time: number): number {
  let [low, high] = [0, fixes.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((fixes[middle]?.t ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Speeds of a replay: multiples of one interval in a frame. */
export const speeds = [1, 10, 60] as const;
export type Speed = (typeof speeds)[number];

export const speedOf = (mode: string | null): Speed => speeds.find((one) => String(one) === mode) ?? 1;

const frameMs = 600;

/** paceOf is how many ms of the track pass in 1 ms: one interval, or the usual time between fixes, in 600 ms. */
export function paceOf(fixes: readonly Pick<Fix, 't'>[], interval: number, speed: Speed): number {
  if (interval > 0) return (speed * interval * 1000) / frameMs;
  const steps = fixes.slice(1).map(({ t }, i) => t - (fixes[i]?.t ?? t));
  steps.sort((a, b) => a - b);
  return (speed * (steps[steps.length >> 1] ?? 60_000)) / frameMs;
}
