import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type Schedule = Schemas['ReportSchedule'];
export type ScheduleFields = Schemas['ReportScheduleFields'];
export type Run = Schemas['ReportRun'];
export type Config = Schemas['ReportConfigFields'];
export type Day = Schemas['ReportDay'];
export type Kind = ScheduleFields['kind'];

export const kinds: Kind[] = ['day', 'week', 'month'];
export const pageSize = 20;

const key = (projectId: number) => ['report-schedules', projectId] as const;
const base = '/api/projects/{projectId}/report-schedules';
const config = '/api/projects/{projectId}/project-report-config';
const of = (projectId: number) => ({ params: { path: { projectId } } });
const one = (projectId: number, reportScheduleId: number) => ({ params: { path: { projectId, reportScheduleId } } });

const underWay = (run: Run | undefined) => run?.status === 'making';

/** The schedules of a project; read again every 2 s while a report of one is being made. */
export function useSchedules(projectId: number) {
  return useQuery({
    queryKey: [...key(projectId), 'list'],
    queryFn: async ({ signal }) => (await data(client.GET(base, { ...of(projectId), signal }))).list,
    refetchInterval: ({ state }) => (state.data?.some(({ last }) => underWay(last)) ? 2000 : 30_000),
  });
}

/** What became of periods, newest first. */
export function useRuns(projectId: number, page: number) {
  return useQuery({
    queryKey: [...key(projectId), 'runs', page],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/report-runs', {
          params: { path: { projectId }, query: { page, pageSize } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some(underWay) ? 2000 : 30_000),
  });
}

/** The mails about a run. */
export function useMails(projectId: number, reportRunId: number) {
  return useQuery({
    queryKey: [...key(projectId), 'mails', reportRunId],
    queryFn: async ({ signal }) => {
      const path = { projectId, reportRunId };
      return (
        await data(
          client.GET('/api/projects/{projectId}/report-runs/{reportRunId}/mails', { params: { path }, signal }),
        )
      ).list;
    },
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 2000 : false),
  });
}

export function useMembers(projectId: number) {
  return useQuery({
    queryKey: [...key(projectId), 'members'],
    queryFn: async ({ signal }) => {
      const params = { path: { projectId }, query: { pageSize: 200 } };
      return (await data(client.GET('/api/projects/{projectId}/members', { params, signal }))).list;
    },
    staleTime: 60_000,
  });
}

export function useConfig(projectId: number) {
  return useQuery({
    queryKey: [...key(projectId), 'config'],
    queryFn: ({ signal }) => data(client.GET(config, { ...of(projectId), signal })),
  });
}

/** The days of a month by a calendar that need not be saved. */
export function useMonth(projectId: number, month: string, fields: Config) {
  return useQuery({
    queryKey: [...key(projectId), 'month', month, fields],
    queryFn: async ({ signal }) =>
      (await data(client.POST(`${config}/preview`, { ...of(projectId), body: { month, config: fields }, signal })))
        .list,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

function useChange<In, Out>(projectId: number, change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(projectId) }),
  });
}

export function useSave(projectId: number, id: number | undefined) {
  return useChange(projectId, (body: ScheduleFields) =>
    id
      ? data(client.PUT(`${base}/{reportScheduleId}`, { ...one(projectId, id), body }))
      : data(client.POST(base, { ...of(projectId), body })),
  );
}

export function useEnable(projectId: number) {
  return useChange(projectId, ({ id, enabled }: { id: number; enabled: boolean }) =>
    data(client.PUT(`${base}/{reportScheduleId}/enabled`, { ...one(projectId, id), body: { enabled } })),
  );
}

export function useRunNow(projectId: number) {
  return useChange(projectId, (id: number) => data(client.POST(`${base}/{reportScheduleId}/run`, one(projectId, id))));
}

export function useRemove(projectId: number) {
  return useChange(projectId, (id: number) => data(client.DELETE(`${base}/{reportScheduleId}`, one(projectId, id))));
}

export function useSaveConfig(projectId: number) {
  return useChange(projectId, (body: Config) => data(client.PUT(config, { ...of(projectId), body })));
}
