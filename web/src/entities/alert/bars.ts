/** The alerts of a day: about the health of devices, and by level from blue to red. */
export interface Day {
  date: string;
  health: number;
  levels: readonly number[];
}

/** A part of a column: its level, 0 for the health of devices, and where it begins and ends in alerts. */
export interface Part {
  level: number;
  from: number;
  to: number;
}

/** partsOf returns the parts of a day from the bottom: health, then the levels from blue to red. */
export function partsOf({ health, levels }: Day): Part[] {
  let from = 0;
  const parts: Part[] = [];
  [health, ...levels].forEach((count, level) => {
    if (count > 0) parts.push({ level, from, to: from + count });
    from += count;
  });
  return parts;
}

/** topOf returns the end of the axis, an even number of alerts that no day exceeds. */
export function topOf(days: readonly Day[]): number {
  const most = Math.max(...days.map(({ health, levels }) => levels.reduce((sum, n) => sum + n, health)), 1);
  if (most <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(most));
  return Math.ceil(most / step) * step;
}

/** totals returns the number of alerts by level; at 0 those about the health of devices. */
export function totals(days: readonly Day[]): number[] {
  return days.reduce(
    (sum, { health, levels }) => sum.map((n, level) => n + (level === 0 ? health : (levels[level - 1] ?? 0))),
    [0, 0, 0, 0, 0],
  );
}
