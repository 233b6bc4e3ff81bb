import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceQuery } from '@/api/devices';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { useCan } from '@/entities/permission/permissions';
import { useProject } from '@/entities/project/use-project';

export type FieldAction = components['schemas']['FieldAction'];

export const actionsPerPage = 20;

export const fieldKey = (projectId: number) => [...keys.project(projectId), 'field-actions'] as const;

/** Actions that have not ended, which change without a signal to the browser. */
export const isOpen = ({ endedAt }: FieldAction) => endedAt === 0;

interface Filter {
  ruleId?: number;
  alertId?: number;
  state?: FieldAction['state'] | '';
  page?: number;
  pageSize?: number;
}

interface Options {
  enabled?: boolean;
  /** ms between two looks while an action is open, and otherwise; 0: none. */
  open?: number;
  ended?: number;
}

/** A page of what devices did because of alerts of a project, newest first. */
export function useFieldActions(
  projectId: number,
  filter: Filter,
  { enabled = true, open = 3_000, ended = 10_000 }: Options = {},
) {
  const query = {
    page: filter.page ?? 1,
    pageSize: filter.pageSize ?? actionsPerPage,
    fieldRuleId: filter.ruleId || undefined,
    alertId: filter.alertId || undefined,
    state: filter.state || undefined,
  };
  return useQuery({
    queryKey: [...fieldKey(projectId), 'actions', query],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/field-actions', { params: { path: { projectId }, query }, signal })),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some(isOpen) ? open : ended) || false,
  });
}

/** Devices by id, as far as the account may see them. */
export function useDevicesById(projectId: number, ids: readonly number[]) {
  const maySee = useCan('View:Device');
  const corporationId = useProject(projectId).data?.corporationId ?? 0;
  return useQueries({
    queries: [...new Set(ids)].map((id) => ({
      ...deviceQuery(corporationId, id),
      enabled: maySee && corporationId > 0,
      staleTime: 60_000,
      retry: false,
    })),
    combine: (found) => new Map(found.flatMap(({ data: device }) => (device ? [[device.id, device] as const] : []))),
  });
}
