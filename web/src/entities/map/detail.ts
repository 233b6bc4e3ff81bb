import type { Site } from './site';

/** Replaces each kind by the level below: projects by structures, structures and items by points. */
export function detailSites(
  projects: readonly Site[],
  structures: readonly Site[],
  points: readonly (Site & { itemId: number })[],
): Site[] {
  const opened = new Set([...structures, ...points].map(({ projectId }) => projectId));
  const told = new Set(points.flatMap(({ structureId, itemId }) => [structureId, itemId]));
  return [...projects.filter(({ id }) => !opened.has(id)), ...structures.filter(({ id }) => !told.has(id)), ...points];
}

/** The page of a marker. */
export function sitePath({ kind, id, projectId, structureId }: Site): string {
  switch (kind) {
    case 'structure':
      return `/dashboard/project/${projectId}/structures/${id}`;
    case 'point':
      return `/projects/${projectId}/monitor-new/structures/${structureId}/mps/${id}`;
    default:
      return `/dashboard/project/${id}`;
  }
}
