import type { Alert } from '../queries';

/** The default view of the point of an alert. */
export const curvePath = ({ projectId, structureId, measuringPointId }: Alert) =>
  `/projects/${projectId}/monitor-new/structures/${structureId}/mps/${measuringPointId}`;
