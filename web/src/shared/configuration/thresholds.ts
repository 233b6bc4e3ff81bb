interface Levels {
  blue: number | null;
  yellow: number | null;
  orange: number | null;
  red: number | null;
}

/**
 * rising tells what is wrong with the limits before the server does: none set, not above zero, not rising, or one left
 * out in the middle. Null when all is well.
 */
export function rising(row: Levels): 'none' | 'positive' | 'order' | 'hole' | null {
  const list = [row.blue, row.yellow, row.orange, row.red];
  const set = list.filter((v): v is number => v !== null);
  if (set.length === 0) return 'none';
  if (list.findLastIndex((v) => v !== null) !== set.length - 1) return 'hole';
  if ((set[0] ?? 0) <= 0) return 'positive';
  return set.every((v, i) => i === 0 || v > (set[i - 1] ?? 0)) ? null : 'order';
}
