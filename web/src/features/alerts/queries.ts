import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { projectQuery, projectsQuery } from '@/api/project';
import { saveFile } from '@/api/save-file';
import type { components } from '@/api/schema.gen';
import type { Threshold } from '@/entities/chart/threshold-lines';
import { useLive } from '@/entities/live/use-live';
import { useSession } from '@/entities/session/session-store';
import { defaultZone } from '@/ui/format/time';
import { excerptRange } from './model/excerpt-model';
import { type AlertFilter, queryOf } from './model/filter';
import { type IncidentFilter, incidentQuery } from './model/incident';
import { leftOut, mergeFresh } from './model/list';

export type Alert = components['schemas']['Alert'];
export type AlertDetail = components['schemas']['AlertDetail'];
export type AlertEvent = components['schemas']['AlertEvent'];
export type AlertComment = components['schemas']['AlertComment'];
export type AlertAssignment = components['schemas']['AlertAssignment'];
export type AlertReply = components['schemas']['AlertReply'];
export type Incident = components['schemas']['AlertIncident'];
export type IncidentDetail = components['schemas']['AlertIncidentDetail'];
export type IncidentEntry = components['schemas']['AlertIncidentEntry'];
export type AlertMessage = components['schemas']['AlertMessage'];
export type ProcessedAlert = components['schemas']['ProcessedAlert'];
type AlertPage = components['schemas']['AlertPage'];

const pageSize = 20;

/** Actions of devices that the page of an alert shows. */
export const actionsShown = 100;

/** The account of the person, for what is assigned to them. */
const useOwnId = () => useSession()?.user.id ?? 0;

/** A page of alerts. New ones wait until the user asks for them. */
export function useAlertPage(filter: AlertFilter, projectId: number) {
  const queryClient = useQueryClient();
  const own = useOwnId();
  const [waiting, setWaiting] = useState(0);
  const { open: _open, ...listed } = filter;
  const queryKey = [...keys.alerts, 'list', projectId, listed];
  const fetchPage = (signal?: AbortSignal) =>
    data(
      client.GET('/api/alerts', {
        params: { query: queryOf(filter, projectId, own, Date.now(), pageSize) },
        ...(signal ? { signal } : {}),
      }),
    );
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPage(signal),
    placeholderData: keepPreviousData,
  });
  /** Rows that left the page stay, with their current state, until the user changes the page. */
  const renewLeftOut = (rows: readonly Alert[]) =>
    Promise.all(
      rows.map(async ({ id }) => {
        const now = await fetchAlert(id).catch(() => undefined); // the next event fetches it again
        queryClient.setQueryData<AlertPage>(
          queryKey,
          (page) => now && page && { ...page, list: page.list.map((row) => (row.id === id ? now : row)) },
        );
      }),
    );
  useLive(
    ['alert'],
    async () => {
      const fresh = await fetchPage().catch(() => null);
      if (!fresh) return;
      const shown = queryClient.getQueryData<AlertPage>(queryKey); // after the call: a refetch may have finished meanwhile
      if (!shown || shown.list.length === 0) {
        queryClient.setQueryData(queryKey, fresh);
        return;
      }
      const merged = mergeFresh(shown.list, fresh.list);
      queryClient.setQueryData<AlertPage>(queryKey, { ...fresh, list: merged.rows });
      void renewLeftOut(leftOut(shown.list, fresh.list));
      setWaiting(merged.waiting);
      void queryClient.invalidateQueries({ queryKey: [...keys.alerts, 'one'] });
    },
    projectId || undefined,
  );
  return {
    query,
    pageSize,
    waiting,
    showWaiting: () => {
      setWaiting(0);
      void query.refetch();
    },
  };
}

const fetchAlert = (alertId: number, signal?: AbortSignal) =>
  data(client.GET('/api/alerts/{alertId}', { params: { path: { alertId } }, ...(signal ? { signal } : {}) }));

export function useAlert(alertId: number) {
  return useQuery({
    queryKey: [...keys.alerts, 'one', alertId],
    queryFn: ({ signal }) => fetchAlert(alertId, signal),
    placeholderData: keepPreviousData,
  });
}

/** Keeps an alert as it is now. */
export function useLiveAlert(projectId: number | undefined) {
  const queryClient = useQueryClient();
  useLive(['alert'], () => void queryClient.invalidateQueries({ queryKey: [...keys.alerts, 'one'] }), projectId);
}

const messagesShown = 50;

/** The newest messages about an alert; they change while they are sent. */
export function useMessagesOf({ id, status }: AlertDetail, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.alerts, 'one', id, 'messages', status],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/alerts/{alertId}/messages', {
          params: { path: { alertId: id }, query: { pageSize: messagesShown } },
          signal,
        }),
      ),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The comments on an alert, oldest first. */
export function useComments(alertId: number) {
  return useQuery({
    queryKey: [...keys.alerts, 'one', alertId, 'comments'],
    queryFn: async ({ signal }) =>
      (await data(client.GET('/api/alerts/{alertId}/comments', { params: { path: { alertId } }, signal }))).list,
  });
}

export function useComment(alertId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; pictures: string[] }) =>
      data(client.POST('/api/alerts/{alertId}/comments', { params: { path: { alertId } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...keys.alerts, 'one', alertId, 'comments'] }),
  });
}

/** Who has seen an alert, and who is on their way, oldest first. */
export function useReplies(alertId: number) {
  return useQuery({
    queryKey: [...keys.alerts, 'one', alertId, 'answers'],
    queryFn: async ({ signal }) =>
      (await data(client.GET('/api/alerts/{alertId}/answers', { params: { path: { alertId } }, signal }))).list,
  });
}

/** Says that the person has seen an alert, or is on their way. */
export function useReply(alertId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answer: AlertReply['answer']) =>
      data(client.POST('/api/alerts/{alertId}/answers', { params: { path: { alertId } }, body: { answer } })),
    onSuccess: ({ list }) => queryClient.setQueryData([...keys.alerts, 'one', alertId, 'answers'], list),
  });
}

/** Who took care of an alert, oldest first. */
export function useAssignments(alertId: number) {
  return useQuery({
    queryKey: [...keys.alerts, 'one', alertId, 'assignments'],
    queryFn: async ({ signal }) =>
      (await data(client.GET('/api/alerts/{alertId}/assignments', { params: { path: { alertId } }, signal }))).list,
  });
}

/** Who may take care of the alerts of a project, with their open ones. */
export function useAssignees(projectId: number, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.alerts, 'assignees', projectId],
    queryFn: async ({ signal }) =>
      (await data(client.GET('/api/projects/{projectId}/alert-assignees', { params: { path: { projectId } }, signal })))
        .list,
    enabled,
  });
}

/** Assigns an alert, unless somebody else has done so since the person saw it. */
export function useAssign(alertId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { accountId: number; seen: number }) =>
      data(client.PUT('/api/alerts/{alertId}/assignee', { params: { path: { alertId } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.alerts }),
  });
}

/** A page of the incidents of a project, as they are now. */
export function useIncidents(projectId: number, filter: IncidentFilter) {
  const queryClient = useQueryClient();
  const queryKey = [...keys.alerts, 'incidents', projectId];
  useLive(['alert'], () => void queryClient.invalidateQueries({ queryKey }), projectId);
  return useQuery({
    queryKey: [...queryKey, filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/incidents', {
          params: { path: { projectId }, query: incidentQuery(filter, Date.now(), pageSize) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The incident of an alert, as it is now. */
export function useIncident(alertId: number, projectId: number) {
  const queryClient = useQueryClient();
  const queryKey = [...keys.alerts, 'incident', alertId];
  useLive(['alert'], () => void queryClient.invalidateQueries({ queryKey }), projectId);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      data(client.GET('/api/alerts/{alertId}/incident', { params: { path: { alertId } }, signal })),
  });
}

/** A page of what happened in an incident, newest first. */
export function useIncidentTimeline(alertId: number, page: number) {
  return useQuery({
    queryKey: [...keys.alerts, 'incident', alertId, 'timeline', page],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/alerts/{alertId}/incident/timeline', {
          params: { path: { alertId }, query: { page, pageSize: 50 } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Gives an incident to somebody, unless somebody else has done so since the person saw it. */
export function useOwnIncident(alertId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { accountId: number; seen: number }) =>
      data(client.PUT('/api/alerts/{alertId}/incident/owner', { params: { path: { alertId } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.alerts }),
  });
}

/** Alerts by id, at most 200. */
export function useAlertsOf(ids: readonly number[]) {
  return useQuery({
    queryKey: [...keys.alerts, 'of', ids],
    queryFn: ({ signal }) =>
      data(client.GET('/api/alerts', { params: { query: { ids: [...ids], pageSize: 200 } }, signal })),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  });
}

/** The curve around an alert, for alerts of a threshold. */
export function useExcerpt(alert: Alert) {
  return useQuery({
    queryKey: [...keys.alerts, 'excerpt', alert.id, alert.ended],
    queryFn: async ({ signal }) => {
      const { start, end } = excerptRange(alert, Date.now());
      return data(
        client.POST('/api/monitor/query', {
          body: {
            measuringPointId: alert.measuringPointId,
            fields: [alert.field],
            nodes: alert.node > 0 ? [alert.node] : [],
            valueType: alert.valueType as 'accumulated',
            start,
            end,
            maxPoints: 800,
          },
          signal,
        }),
      );
    },
    enabled: alert.type === 'threshold' && alert.measuringPointId > 0,
    placeholderData: keepPreviousData,
  });
}

export function toThresholds(rows: readonly components['schemas']['AlarmThreshold'][]): Threshold[] {
  return rows.map((row) => ({
    field: row.field,
    valueType: row.valueType as Threshold['valueType'],
    blue: row.blue,
    yellow: row.yellow,
    orange: row.orange,
    red: row.red,
    direction: (row.direction ?? 'both') as 'both',
    lower: row.lower ?? null,
    reference: row.reference ?? 0,
    enable: row.enable,
  }));
}

/** The input of processing alerts. */
export interface Handling {
  status: 'Confirm' | 'FalseAlarm';
  cause: string;
  measure: string;
  note: string;
  pictures: string[];
}

/** The causes and measures that the corporation of a project suggests. */
export function useHandlingLists(projectId: number) {
  return useQuery({
    queryKey: [...keys.alertHandling, projectId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/alert-handling', { params: { path: { projectId } }, signal })),
    enabled: projectId > 0,
    staleTime: 5 * 60_000,
  });
}

/** Processes several alerts alike, each for the level that the person saw. */
export function useProcessMany() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Handling & { alerts: { id: number; level: number }[] }) =>
      data(client.POST('/api/alerts/bulk-process', { body })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.alerts });
      void queryClient.invalidateQueries({ queryKey: keys.stats });
    },
  });
}

/** Saves the filtered list as CSV. */
export function useExport(projectId: number) {
  const own = useOwnId();
  return useMutation({
    mutationFn: ({ page: _page, ...filter }: AlertFilter) => {
      const {
        page: _first,
        pageSize: _size,
        ...query
      } = queryOf({ ...filter, page: 1 }, projectId, own, Date.now(), pageSize);
      return saveFile('/api/alerts/export', query, 'alerts.csv');
    },
  });
}

/** Confirms an alert or calls it false, for the level that the person saw. */
export function useProcess() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ alertId, ...body }: Handling & { alertId: number; level: number }) =>
      data(client.PATCH('/api/alerts/{alertId}/status', { params: { path: { alertId } }, body })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.alerts });
      void queryClient.invalidateQueries({ queryKey: keys.stats });
    },
  });
}

export function useZone(projectId: number): string {
  return useQuery({ ...projectQuery(projectId), enabled: projectId > 0 }).data?.timeZone || defaultZone;
}

/** Projects to filter by, in the list of all projects. */
export function useProjectOptions(enabled: boolean) {
  const query = useQuery({ ...projectsQuery({ pageSize: 200, sort: 'name' }), enabled });
  return (query.data?.list ?? []).map((p) => ({ value: p.id, label: p.name }));
}
