import type { components } from '@/api/schema.gen';
import type { ChartNote } from '@/entities/chart/note-areas';

type Correction = components['schemas']['Correction'];

const ranged = ({ kind }: Correction) => kind === 'withdraw' || kind === 'suspect';

/** standingIn returns the corrections of a point that are in effect in a range, as they were known at a time. */
export function standingIn(
  list: readonly Correction[],
  category: string,
  [start, end]: readonly [number, number],
  known: number | null,
): Correction[] {
  // The readings of a manual point are stored as replacements: they are its data.
  const marks = list.filter(({ kind }) => kind !== 'replace' || category !== 'Artificial');
  return marks.filter((one) => touches(one, start, end) && inEffect(one, known));
}

/** standingNotes are the corrections of spans as a chart shows them. */
export function standingNotes(list: readonly Correction[], word: (kind: Correction['kind']) => string): ChartNote[] {
  return list.filter(ranged).map((one) => ({
    ...{ id: one.id, from: one.from, to: one.to ?? one.from, correction: true },
    text: `${word(one.kind)} · ${one.note}`,
  }));
}

function touches(one: Correction, start: number, end: number): boolean {
  return one.from <= end && (ranged(one) ? (one.to ?? one.from) : one.from) >= start;
}

/** Reports whether a correction is in effect, or was known to be. */
function inEffect({ recordedAt, takenBackAt }: Correction, known: number | null): boolean {
  if (known === null) return takenBackAt === 0;
  return recordedAt < known && (takenBackAt === 0 || takenBackAt >= known);
}
