interface Row {
  id: number;
}

/** Rows that stand on the screen and not on a fresh page: their state is to be asked for. */
export function leftOut<T extends Row>(shown: readonly T[], fresh: readonly T[]): T[] {
  const known = new Set(fresh.map((row) => row.id));
  return shown.filter((row) => !known.has(row.id));
}

/**
 * mergeFresh lays a fresh page over the one on the screen: rows that stand there take their new state in place, rows
 * that are new wait. Nothing jumps while somebody reads.
 */
export function mergeFresh<T extends Row>(shown: readonly T[], fresh: readonly T[]): { rows: T[]; waiting: number } {
  const known = new Map(fresh.map((row) => [row.id, row]));
  const ids = new Set(shown.map((row) => row.id));
  return {
    rows: shown.map((row) => known.get(row.id) ?? row),
    waiting: fresh.filter((row) => !ids.has(row.id)).length,
  };
}

/** neighbour is the id of the row before or after another one; the first row where none is open. */
export function neighbour(rows: readonly Row[], open: number | null, by: 1 | -1): number | null {
  if (rows.length === 0) return null;
  const index = rows.findIndex((row) => row.id === open);
  if (index < 0) return rows[0]?.id ?? null;
  return rows[Math.max(0, Math.min(rows.length - 1, index + by))]?.id ?? null;
}
