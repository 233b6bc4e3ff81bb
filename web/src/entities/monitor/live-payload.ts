/** The points that a live event names; none when it says nothing that we understand. */
export function pointIdsOf(payload: unknown): number[] {
  if (typeof payload !== 'object' || payload === null) return [];
  const points: unknown = 'points' in payload ? payload.points : payload;
  return Array.isArray(points) ? points.filter((id): id is number => Number.isSafeInteger(id)) : [];
}
