import type { components } from '@/api/schema.gen';
import type { ChartNote } from '@/entities/chart/note-areas';
import { formatTime } from '@/ui/format/time';

export type PointNote = components['schemas']['PointNote'];

/** Notes of a range, the latest spans first. */
export interface Notes {
  list: PointNote[];
  /** There are older ones, which are not listed. */
  more: boolean;
}

/** parted splits a list into parts of at most n. */
export const parted = <T>(list: readonly T[], n: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / n) }, (_, i) => list.slice(i * n, (i + 1) * n));

/** joinedNotes puts the notes of several answers into one list. */
export function joinedNotes(answers: readonly Notes[]): Notes {
  const list = answers.flatMap((one) => one.list);
  if (answers.length > 1) list.sort((a, b) => b.from - a.from || b.id - a.id);
  return { list, more: answers.some((one) => one.more) };
}

/** chartNotes converts notes for a chart; of several points each has the name of its point. */
export function chartNotes(list: readonly PointNote[], several = false): ChartNote[] {
  return list.map(({ id, from, to, text, measuringPointName }) => ({
    id,
    from,
    to,
    text: several ? `${measuringPointName} ${text}` : text,
  }));
}

/** The span of a note in words: a moment, or its ends. */
export function noteSpan({ from, to }: Pick<PointNote, 'from' | 'to'>, zone: string): string {
  return from === to ? formatTime(from, zone) : `${formatTime(from, zone)} – ${formatTime(to, zone)}`;
}
