/** The points named by a live event; none if the payload is unknown. */
export function pointIdsOf(payload: unknown): number[] {
  if (typeof payload !== 'object' || payload === null) return [];
  const points: unknown = 'points' in payload ? payload.points : payload;
  return Array.isArray(points) ? points.filter((id): id is number => Number.isSafeInteger(id)) : [];
}
