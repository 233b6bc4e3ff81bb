import type { components } from '@/api/schema.gen';
import type { ChartNote } from '@/entities/chart/note-areas';
import { formatTime } from '@/ui/format/time';

export type PointNote = components['schemas']['PointNote'];

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
