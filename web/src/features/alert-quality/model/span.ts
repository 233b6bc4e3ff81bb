/** The spans that can be chosen, as the list of alerts names them. */
export const spans = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 } as const;
export type Span = keyof typeof spans;

/** The span in an address; 30 days if it names none. */
export function spanOf(text: string | null): Span {
  return text !== null && Object.hasOwn(spans, text) ? (text as Span) : '30d';
}

/** The list of the alerts that a figure counts. */
export function listPath(projectId: number, span: Span, filter: Record<string, string> = {}): string {
  return `/projects/${projectId}/alerts?${new URLSearchParams({ span, ...filter })}`;
}

/** The page on which the thresholds of a point are changed. */
export function thresholdsPath(
  projectId: number,
  point: { structureId: number; itemId: number; measuringPointId: number },
): string {
  const { structureId, itemId, measuringPointId } = point;
  return `/projects/${projectId}/console/structures/${structureId}/items/${itemId}/mps/${measuringPointId}?tab=thresholds`;
}
