import { limitNames } from '@/ui/theme/tokens';

export type LimitName = (typeof limitNames)[number];
export type Limits = Record<LimitName, number | null>;
export type WrongLimit = 'none' | 'positive' | 'order' | 'hole' | 'falling';

interface Row extends Limits {
  lower?: Limits | null;
}

/** The faults of limits by name; lower limits have the prefix "lower.". */
export type WrongLimits = ReadonlyMap<LimitName | `lower.${LimitName}`, WrongLimit>;

/**
 * wrongLimits finds what the server would refuse: no limit at all, a limit not above zero, a missing limit before
 * another, upper limits that do not rise from blue to red, lower ones that do not fall.
 */
export function wrongLimits(row: Row): WrongLimits {
  const found = new Map<LimitName | `lower.${LimitName}`, WrongLimit>();
  for (const [name, wrong] of wrongIn(row, 'order')) found.set(name, wrong);
  if (row.lower) for (const [name, wrong] of wrongIn(row.lower, 'falling')) found.set(`lower.${name}`, wrong);
  if (row.blue === null && (row.lower?.blue ?? null) === null && !found.has('blue')) found.set('blue', 'none');
  return found;
}

function wrongIn(limits: Limits, order: 'order' | 'falling'): [LimitName, WrongLimit][] {
  const last = limitNames.findLastIndex((name) => limits[name] !== null);
  let before: number | null = null;
  return limitNames.slice(0, last + 1).flatMap((name): [LimitName, WrongLimit][] => {
    const value = limits[name];
    if (value === null) return [[name, 'hole']];
    const inOrder = before === null || (order === 'order' ? value > before : value < before);
    before = value;
    if (value <= 0) return [[name, 'positive']];
    return inOrder ? [] : [[name, order]];
  });
}

/** rising returns the first fault of the limits, or null. */
export function rising(row: Row): WrongLimit | null {
  return [...wrongLimits(row).values()][0] ?? null;
}
