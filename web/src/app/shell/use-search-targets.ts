import { useQueries, useQuery } from '@tanstack/react-query';
import { deviceListQuery } from '@/api/devices';
import { overviewQuery } from '@/api/monitor';
import { projectsQuery } from '@/api/project';
import { pointMark } from '@/entities/alert/mark';
import { pointPath } from '@/entities/monitor/point-path';
import { useCan } from '@/entities/permission/permissions';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSession } from '@/entities/session/session-store';
import type { Target } from './search-model';
import { useSearchPages } from './use-search-pages';

/**
 * Everything that can be found by name: all projects; pages and commands; the points of the current project, or of all
 * projects in the corporation-wide view; devices by name or serial number. Fetched only while the search is open.
 */
export function useSearchTargets(open: boolean, name: string): { targets: Target[]; pending: boolean } {
  const session = useSession();
  const mayDevices = useCan('View:Device');
  const current = useProjectMode((state) => state.projectId);
  const projects = useQuery({ ...projectsQuery({ pageSize: 100 }), enabled: open });
  const list = projects.data?.list ?? [];
  const pages = useSearchPages(list);
  const searched = current === null ? list.map(({ id }) => id) : [current];
  const overviews = useQueries({ queries: searched.map((id) => ({ ...overviewQuery(id), enabled: open })) });
  const corporationId = session?.user.corporationId || list.find(({ id }) => id === current)?.corporationId || 0;
  const devices = useQuery({
    ...deviceListQuery(corporationId, { name, pageSize: 20 }),
    enabled: open && mayDevices && corporationId > 0 && name !== '',
  });
  const projectName = new Map(list.map(({ id, name: title }) => [id, title]));

  const targets: Target[] = list.map((project) => ({
    kind: 'project',
    id: project.id,
    name: project.name,
    hint: project.address ?? '',
    go: `/dashboard/project/${project.id}`,
  }));
  for (const overview of overviews) {
    for (const point of overview.data?.list ?? []) {
      targets.push({
        kind: 'point',
        id: point.measuringPointId,
        name: point.name,
        hint: projectName.get(point.projectId) ?? '',
        mark: pointMark(point.level, point.time),
        go: pointPath(point.projectId, point.structureId, point.measuringPointId),
      });
    }
  }
  for (const device of devices.data?.list ?? []) {
    if (!device.projectId) continue; // devices in stock have no page of a project
    targets.push({
      kind: 'device',
      id: device.id,
      name: device.name,
      hint: device.sncode,
      go: `/projects/${device.projectId}/devices?device=${device.id}`,
    });
  }
  targets.push(...pages);
  return { targets, pending: projects.isPending || overviews.some((overview) => overview.isPending) };
}
