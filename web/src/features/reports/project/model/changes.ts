import { formatChange, formatNumber } from '@/ui/format/number';
import type { Changes } from '../queries';

export type Change = Changes['values'][number];
type Values = NonNullable<Change['issued']>;

/** Why a report would print something else now. */
export type Cause = 'late' | 'corrected' | 'withdrawn' | 'added' | 'deleted';

export function causeOf({ issued, now }: Change): Cause {
  if (!issued) return 'added';
  if (!now) return 'deleted';
  if (now.this === undefined) return issued.this === undefined ? 'corrected' : 'withdrawn';
  return now.time > issued.time ? 'late' : 'corrected';
}

const names = ['this', 'accumulated', 'previous', 'initial', 'rate'] as const;

/** A value that is printed differently. */
export interface Difference {
  name: (typeof names)[number];
  issued: string;
  now: string;
  unit: string;
}

/** The first two values that differ, in the order of their importance; none if only the level or the time differs. */
export function differencesOf(change: Change): Difference[] {
  const { issued, now, decimals, unit, changeUnit } = change;
  const text = (values: Values | undefined, name: Difference['name']) => {
    const value = values?.[name];
    if (value === undefined) return '#N/A';
    return name === 'accumulated' || name === 'rate' ? formatChange(value, decimals) : formatNumber(value, decimals);
  };
  const units = { this: unit, previous: unit, initial: unit, accumulated: changeUnit, rate: `${changeUnit}/d` };
  return names
    .map((name) => ({ name, issued: text(issued, name), now: text(now, name), unit: units[name] }))
    .filter((one) => one.issued !== one.now)
    .slice(0, 2);
}
