interface Row {
  id: number;
}

/** Rows on the screen that are missing from a fresh page: their state must be fetched. */
export function leftOut<T extends Row>(shown: readonly T[], fresh: readonly T[]): T[] {
  const known = new Set(fresh.map((row) => row.id));
  return shown.filter((row) => !known.has(row.id));
}

/**
 * mergeFresh merges a fresh page into the one on the screen: known rows are updated in place, new rows wait. Nothing
 * moves while somebody reads.
 */
export function mergeFresh<T extends Row>(shown: readonly T[], fresh: readonly T[]): { rows: T[]; waiting: number } {
  const known = new Map(fresh.map((row) => [row.id, row]));
  const ids = new Set(shown.map((row) => row.id));
  return {
    rows: shown.map((row) => known.get(row.id) ?? row),
    waiting: fresh.filter((row) => !ids.has(row.id)).length,
  };
}

/** neighbor is the id of the row before or after another one; the first row if none is open. */
export function neighbor(rows: readonly Row[], open: number | null, by: 1 | -1): number | null {
  if (rows.length === 0) return null;
  const index = rows.findIndex((row) => row.id === open);
  if (index < 0) return rows[0]?.id ?? null;
  return rows[Math.max(0, Math.min(rows.length - 1, index + by))]?.id ?? null;
}
