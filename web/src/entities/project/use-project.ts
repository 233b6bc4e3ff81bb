import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '@/api/project';
import { defaultZone } from '@/ui/format/time';

/** A project; 0: a page outside of one. */
export function useProject(projectId: number) {
  return useQuery({ ...projectQuery(projectId), enabled: projectId > 0 });
}

/** The time zone in which a project's times are shown. */
export function useZone(projectId: number): string {
  return useProject(projectId).data?.timeZone || defaultZone;
}
