import type { components } from '@/api/schema.gen';

type RefusedFrames = components['schemas']['RefusedFrames'];

export type Span = 'day' | 'month';

/** Part of a list of refused frames: of one reason, or received in [from, to). */
export interface RefusedChoice {
  code?: number;
  from?: number;
  to?: number;
}

/** One bar: the frames refused in [from, to) by reason. */
export interface Bar {
  from: number;
  to: number;
  total: number;
  counts: ReadonlyMap<number, number>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const shown: Record<Span, { bars: number; each: number }> = {
  day: { bars: 24, each: hourMs },
  month: { bars: 30, each: dayMs },
};

/** When a span begins that ends with the hour of `now`. */
export function beginOf(span: Span, now: number): number {
  const end = Math.floor(now / hourMs) * hourMs + hourMs;
  return end - shown[span].bars * shown[span].each;
}

/** The bars of a span, each of an hour or of 24 hours, also those without frames. */
export function barsOf(span: Span, begin: number, hours: RefusedFrames['hours']): Bar[] {
  const { bars, each } = shown[span];
  const list = Array.from({ length: bars }, (_, i) => ({
    from: begin + i * each,
    to: begin + (i + 1) * each,
    total: 0,
    counts: new Map<number, number>(),
  }));
  for (const { time, code, count } of hours) {
    const bar = list[Math.floor((time - begin) / each)];
    if (!bar) continue;
    bar.total += count;
    bar.counts.set(code, (bar.counts.get(code) ?? 0) + count);
  }
  return list;
}

/** Reports whether a frame belongs to what was chosen. */
export function isChosen({ code, received }: { code: number; received: number }, choice: RefusedChoice): boolean {
  if (choice.code !== undefined && code !== choice.code) return false;
  return choice.from === undefined || (received >= choice.from && received < (choice.to ?? choice.from));
}
