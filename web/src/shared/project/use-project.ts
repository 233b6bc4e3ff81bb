import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '@/api/project';
import { defaultZone } from '@/shared/format/time';

export function useProject(projectId: number) {
  return useQuery(projectQuery(projectId));
}

/** The time zone in which a project's times are shown. */
export function useZone(projectId: number): string {
  return useProject(projectId).data?.timeZone || defaultZone;
}
