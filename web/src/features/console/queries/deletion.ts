import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type Deletion = components['schemas']['Deletion'];

/** What to delete: one of the three. */
export type Doomed =
  | { projectId: number }
  | { projectId: number; structureId: number }
  | { structureId: number; measuringPointId: number };

/** What a deletion would remove. Loaded when the dialog opens. */
export function useDeletion(doomed: Doomed, open: boolean) {
  return useQuery({
    queryKey: ['deletion', doomed],
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => {
      if ('measuringPointId' in doomed)
        return data(
          client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/deletion', {
            params: { path: doomed },
            signal,
          }),
        );
      if ('structureId' in doomed)
        return data(
          client.GET('/api/projects/{projectId}/structures/{structureId}/deletion', {
            params: { path: doomed },
            signal,
          }),
        );
      return data(client.GET('/api/projects/{projectId}/deletion', { params: { path: doomed }, signal }));
    },
  });
}
