import type { CorrectionFields } from '@/entities/correction/queries';
import { counts, probeFields, type Survey, type SurveyNode } from '../../model/surveys';

/** The four readings of a station as they are typed. */
export type Typed = readonly (number | null)[];

/** amendment is the correction that puts typed readings where they differ; null where nothing does or one is missing. */
export function amendment(survey: Survey, node: SurveyNode, typed: Typed, note: string): CorrectionFields | null {
  const changed = probeFields.flatMap((field, i) => {
    const value = typed[i] ?? null;
    return value === (node.readings[i] ?? null) ? [] : [[field, value] as const];
  });
  const values = Object.fromEntries(changed.flatMap(([field, value]) => (value === null ? [] : [[field, value]])));
  // A reading can be replaced, not taken away.
  if (changed.length === 0 || Object.keys(values).length < changed.length) return null;
  return { kind: 'amend', from: survey.time, nodeValues: [{ no: node.no, values }], note };
}

/** isAmended reports whether a reading of a station counts with another value than was sent. */
export const isAmended = (node: SurveyNode, i: number) => (node.readings[i] ?? null) !== (node.sent[i] ?? null);

/** chosenSurvey is the one of the address, or else the newest that counts. */
export function chosenSurvey(list: readonly Survey[], at: number | null): Survey | null {
  return list.find(({ time }) => time === at) ?? list.findLast(counts) ?? list.at(-1) ?? null;
}
