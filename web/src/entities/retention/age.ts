import type { RetentionKind } from './queries';

/** How an age is chosen: what holds above, forever, or a number of days. */
export type Choice = 'above' | 'forever' | 'days';

export interface AgeForm {
  choice: Choice;
  days: number | null;
}

/** The choice that a setting shows in a form. */
export function ageOf({ days, origin, minDays }: RetentionKind, here: 'project' | 'corporation'): AgeForm {
  if (origin !== here) return { choice: 'above', days: days || Math.max(365, minDays) };
  return days === 0 ? { choice: 'forever', days: Math.max(365, minDays) } : { choice: 'days', days };
}

/** The body of a choice; null while its number is missing or out of range. */
export function bodyOf(kind: RetentionKind, { choice, days }: AgeForm) {
  if (choice === 'above') return { kind: kind.kind };
  if (choice === 'forever') return { kind: kind.kind, days: 0 };
  const allowed = days !== null && Number.isInteger(days) && days >= kind.minDays && days <= kind.maxDays;
  return allowed ? { kind: kind.kind, days } : null;
}

const month = 30;

/** What an age will take in bytes if data keep coming as in the last 30 days. */
export function steadySize(days: number, grownBytes: number): number {
  return (grownBytes * days) / month;
}
