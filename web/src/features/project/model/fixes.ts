import type { components } from '@/api/schema.gen';
import { pointPath } from '@/entities/monitor/point-path';
import type { Permission } from '@/entities/permission/permission-rules';

export type UnprotectedPoint = components['schemas']['UnprotectedPoint'];
export type Fix = UnprotectedPoint['fix'];
export type Reason = components['schemas']['ReasonCount']['code'];

/** The permission that each step needs. Anybody who sees the point may see its data. */
export const fixNeeds: Record<Fix, Permission | null> = {
  switchOn: 'Update:MeasuringPoint',
  bindDevice: 'Update:MeasuringPoint',
  setFormula: 'Update:MeasuringPoint',
  setThreshold: 'Update:MeasuringPoint',
  enableThreshold: 'Update:MeasuringPoint',
  setInitialValue: 'Update:MeasuringPoint',
  viewDevice: 'View:Device',
  viewData: null,
};

const tabs = {
  switchOn: 'collect',
  bindDevice: 'binding',
  setFormula: 'formula',
  setThreshold: 'thresholds',
  enableThreshold: 'thresholds',
  setInitialValue: 'initial',
} as const;

/** The page of the step that fixes a missing judgement. */
export function fixPath(projectId: number, point: UnprotectedPoint, fix: Fix): string {
  const { structureId, itemId, measuringPointId, deviceId } = point;
  if (fix === 'viewData') return pointPath(projectId, structureId, measuringPointId);
  if (fix === 'viewDevice') return `/projects/${projectId}/devices${deviceId > 0 ? `?device=${deviceId}` : ''}`;
  return `/projects/${projectId}/console/structures/${structureId}/items/${itemId}/mps/${measuringPointId}?tab=${tabs[fix]}`;
}

/** The list of points without protection, optionally of one structure or item. */
export function unprotectedPath(projectId: number, structureId?: number, reason?: Reason): string {
  const search = new URLSearchParams();
  if (structureId) search.set('structure', String(structureId));
  if (reason) search.set('reason', reason);
  return `/dashboard/project/${projectId}/unprotected${search.size > 0 ? `?${search}` : ''}`;
}
