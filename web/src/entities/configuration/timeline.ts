import type { VersionRow } from './versions';

/** A version on the picture of a timeline; places are shares of its width. */
export interface Bar<T extends VersionRow = VersionRow> {
  version: T;
  /** 1 is the oldest version in force; 0 for superseded ones. */
  no: number;
  start: number;
  end: number;
  /** UTC ms at which the next one begins; null if there is none. */
  until: number | null;
}

export interface Timeline<T extends VersionRow = VersionRow> {
  from: number;
  to: number;
  /** Place of the present. */
  now: number;
  standing: Bar<T>[];
  /** Newest first; each with the period that it covered, or would have covered, when it was superseded. */
  superseded: Bar<T>[];
  ticks: { at: number; place: number }[];
}

const day = 86_400_000;

/**
 * timelineOf lays out the versions of one aspect: those in force side by side, without gap or overlap. A version since
 * always starts at the left edge.
 */
export function timelineOf<T extends VersionRow>(versions: readonly T[], aspect: string, now: number): Timeline<T> {
  const own = versions.filter((v) => v.aspect === aspect);
  const order = (a: T, b: T) => a.validFrom - b.validFrom || a.recordedAt - b.recordedAt || a.id - b.id;
  const standing = own.filter((v) => v.supersededAt === 0).sort(order);
  const kept = standing.filter((v, i) => standing[i + 1]?.validFrom !== v.validFrom);
  const hidden = standing.filter((v) => !kept.includes(v));
  const gone = [...own.filter((v) => v.supersededAt !== 0), ...hidden].sort(
    (a, b) => b.recordedAt - a.recordedAt || b.id - a.id,
  );
  const begins = own.map((v) => v.validFrom).filter((t) => t > 0);
  const first = Math.min(now - 30 * day, ...begins);
  const last = Math.max(now, ...begins);
  const margin = (last - first) * 0.06;
  const from = first - margin;
  const to = last + margin;
  const place = (t: number) => Math.min(1, Math.max(0, (t - from) / (to - from)));
  const bar = (version: T, no: number, until: number | null): Bar<T> => ({
    version,
    no,
    start: place(version.validFrom),
    end: until === null ? 1 : place(until),
    until,
  });
  const nextOf = (t: number) => kept.find((v) => v.validFrom > t)?.validFrom ?? null;
  return {
    from,
    to,
    now: place(now),
    standing: kept.map((v, i) => bar(v, i + 1, kept[i + 1]?.validFrom ?? null)),
    superseded: gone.map((v) => bar(v, 0, nextOf(v.validFrom))),
    ticks: [0.1, 0.35, 0.6, 0.85].map((share) => ({ at: from + share * (to - from), place: share })),
  };
}

/**
 * recentDays returns the starts of today and the six days before in a zone, newest first, given the function that
 * formats a time there.
 */
export function recentDays(now: number, startOfDay: (t: number) => number): number[] {
  const days: number[] = [];
  let at = startOfDay(now);
  for (let i = 0; i < 7; i++) {
    days.push(at);
    at = startOfDay(at - 1);
  }
  return days;
}
