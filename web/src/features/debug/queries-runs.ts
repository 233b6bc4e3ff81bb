import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { saveFile } from '@/api/save-file';
import type { components } from '@/api/schema.gen';
import type { Where } from './queries';

export type TestRun = components['schemas']['TestRun'];
export type TestChannel = components['schemas']['TestChannel'];

/** A test run: from its start to its end (UTC ms); to 0: it goes on. */
export interface Period {
  from: number;
  to: number;
}

const base = '/api/corporations/{corporationId}/devices/{deviceId}';
const runsOf = ({ corporationId, deviceId }: Where) => ['debug', corporationId, deviceId, 'runs'] as const;

const renewMs = 5_000;

/** Statistics of a period by channel, renewed while the run goes on and the screen is not paused. */
export function useStatistics(where: Where, period: Period, live: boolean) {
  return useQuery({
    queryKey: ['debug', where.corporationId, where.deviceId, 'statistics', period],
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${base}/test-statistics`, { params: { path: { ...where }, query: period }, signal })))
        .list,
    placeholderData: keepPreviousData,
    refetchInterval: live ? renewMs : false,
  });
}

export function useRuns(where: Where) {
  return useQuery({
    queryKey: runsOf(where),
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${base}/test-runs`, { params: { path: { ...where } }, signal }))).list,
  });
}

export function useSaveRun(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['TestRunBody']) =>
      data(client.POST(`${base}/test-runs`, { params: { path: { ...where } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: runsOf(where) }),
    meta: { quiet: true },
  });
}

export function useDeleteRun(where: Where) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (testRunId: number) =>
      data(client.DELETE(`${base}/test-runs/{testRunId}`, { params: { path: { ...where, testRunId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: runsOf(where) }),
  });
}

/** Saves the readings of a run as a file. */
export function useExportRun({ corporationId, deviceId }: Where) {
  return useMutation({
    mutationFn: ({ run, format }: { run: TestRun; format: 'csv' | 'xlsx' }) =>
      saveFile(
        `/api/corporations/${corporationId}/devices/${deviceId}/test-runs/${run.id}/export`,
        { format },
        `${run.name}.${format}`,
      ),
  });
}
