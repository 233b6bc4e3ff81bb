/** A marker on the screen, in pixels. */
interface Spot {
  id: number;
  x: number;
  y: number;
}

/** Distance between the centers of markers that are stacked so that each keeps room for its name, px. */
const rowDistance = 28;
/** A column of more markers than this is unreadable. */
const mostInColumn = 8;

/** The vertical offsets of markers that share a position (negative: above). */
export function columnOf(count: number): number[] {
  return Array.from({ length: count }, (_, row) => (row - (count - 1) / 2) * rowDistance);
}

/** Reports whether markers overlap and are few enough to be drawn apart. */
export function fallTogether(spots: readonly Omit<Spot, 'id'>[], size: number): boolean {
  if (spots.length < 2 || spots.length > mostInColumn) return false;
  const span = (values: number[]) => Math.max(...values) - Math.min(...values);
  return span(spots.map(({ x }) => x)) < size && span(spots.map(({ y }) => y)) < size;
}

/** The markers that would overlap, by index, with their vertical offsets. */
export function setApart(spots: readonly Spot[], size: number): Map<number, number> {
  const cells = new Map<string, Spot[][]>();
  const groups: Spot[][] = [];
  const near = (spot: Spot): Spot[] | undefined => {
    for (const column of [-1, 0, 1])
      for (const row of [-1, 0, 1]) {
        const key = `${Math.floor(spot.x / size) + column} ${Math.floor(spot.y / size) + row}`;
        const found = cells.get(key)?.find((group) => fallTogether([group[0] ?? spot, spot], size));
        if (found) return found;
      }
    return undefined;
  };
  for (const spot of spots) {
    const there = near(spot);
    if (there) there.push(spot);
    else {
      const group = [spot];
      const key = `${Math.floor(spot.x / size)} ${Math.floor(spot.y / size)}`;
      groups.push(group);
      cells.set(key, [...(cells.get(key) ?? []), group]);
    }
  }
  const shifts = new Map<number, number>();
  for (const group of groups) {
    if (group.length < 2 || group.length > mostInColumn) continue;
    const rows = columnOf(group.length);
    group.forEach(({ id }, row) => {
      shifts.set(id, rows[row] ?? 0);
    });
  }
  return shifts;
}
