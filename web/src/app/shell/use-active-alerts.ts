import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { useLive } from '@/entities/live/use-live';
import { useCan } from '@/entities/permission/permissions';
import { useProjectMode } from '@/entities/session/project-mode';

/** The number of open alerts of levels 1 to 4, in the current project or in all; device health is not counted. */
export function useActiveAlerts(): number {
  const projectId = useProjectMode((state) => state.projectId);
  const enabled = useCan('View:Alert');
  const queryClient = useQueryClient();
  const queryKey = [...keys.alerts, 'active', projectId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const narrowed = { status: 'Pending,Notice', level: '1,2,3,4', withdrawn: 'false' as const, pageSize: 1 };
      const inProject = projectId === null ? {} : { projectId };
      return data(client.GET('/api/alerts', { params: { query: { ...narrowed, ...inProject } }, signal }));
    },
    enabled,
  });
  useLive(['alert'], () => void queryClient.invalidateQueries({ queryKey }), projectId ?? undefined);
  return query.data?.total ?? 0;
}
