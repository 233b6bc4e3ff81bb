import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';

export type Quality = components['schemas']['AlertQuality'];
export type Actor = components['schemas']['AlertQualityActor'];
export type Stale = components['schemas']['AlertQualityStale'];
export type Limits = components['schemas']['AlertQualityLimits'];
export type LevelRow = components['schemas']['AlertQualityLevel'];

/** The figures of a project over the last days. */
export function useQuality(projectId: number, days: number) {
  return useQuery({
    queryKey: [...keys.alerts, 'quality', projectId, days],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/alert-quality', {
          params: { path: { projectId }, query: { days } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
