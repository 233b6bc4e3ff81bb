/** Address of a point's data view; it opens on the point's default page. */
export function pointPath(projectId: number, structureId: number, measuringPointId: number): string {
  return `/projects/${projectId}/monitor-new/structures/${structureId}/mps/${measuringPointId}`;
}
