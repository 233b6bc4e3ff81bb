import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deviceKeys, deviceListQuery } from '@/api/devices';

const pageSize = 200;

/** Every device of a project, to find them by their numbers. */
export function useProjectDevices(corporationId: number, projectId: number, enabled: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId), 'whole', projectId],
    enabled,
    queryFn: async () => {
      const page = (no: number) => client.fetchQuery(deviceListQuery(corporationId, { projectId, page: no, pageSize }));
      const first = await page(1);
      const others = Array.from({ length: Math.ceil(first.total / pageSize) - 1 }, (_, i) => page(i + 2));
      return [first, ...(await Promise.all(others))].flatMap(({ list }) => list);
    },
  });
}
