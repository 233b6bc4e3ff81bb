/** Cache keys that several features share. Invalidating the first part of a key renews everything below it. */
export const keys = {
  projects: ['projects'] as const,
  markers: ['projects', 'markers'] as const,
  project: (id: number) => ['project', id] as const,
  structures: (projectId: number) => ['project', projectId, 'structures'] as const,
  points: (projectId: number) => ['project', projectId, 'points'] as const,
  overview: (projectId: number) => ['overview', projectId] as const,
  stats: ['stats'] as const,
  alerts: ['alerts'] as const,
  /** Causes and measures, apart from the alerts themselves: they change rarely. */
  alertHandling: ['alert-handling'] as const,
  notifications: ['notifications'] as const,
};
