import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema.gen';
import { followLink } from '@/ui/download';

export type Report = components['schemas']['Report'];

/** The files of a project. */
export const reportsKey = (projectId: number) => ['reports', projectId] as const;

const every = 700;

const pause = () => new Promise((resolve) => setTimeout(resolve, every));

/**
 * Asks for a file, waits until the server has made it, and saves it. The download centre has it too, for those who
 * have left the page.
 */
export function useMadeFile(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ask: () => Promise<Report>) => {
      let report = await ask();
      const path = { params: { path: { projectId, reportId: report.id } } };
      while (report.status === 'pending') {
        await pause();
        report = await data(client.GET('/api/projects/{projectId}/reports/{reportId}', path));
      }
      if (report.status === 'error') throw new ApiError(409, report.reason);
      const link = await data(client.POST('/api/projects/{projectId}/reports/{reportId}/link', path));
      followLink(link.path);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: reportsKey(projectId) }),
  });
}
