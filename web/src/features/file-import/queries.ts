import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { saveText } from '@/shared/download';

type Schemas = components['schemas'];
export type Preview = Schemas['TextPreview'];
export type Layout = Schemas['TextLayout'];
export type Mapping = Schemas['LoggerfileMapping'];
export type Job = Schemas['Job'];
export type Refusal = Schemas['ImportRefusal'];

/** The device that a file is brought into. */
export interface Target {
  corporationId: number;
  deviceId: number;
}

export function usePreview(path: Target) {
  return useMutation({
    mutationFn: (text: string) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/imports/preview', {
          params: { path },
          body: { text },
        }),
      ),
    meta: { quiet: true },
  });
}

export function useImport(path: Target) {
  return useMutation({
    mutationFn: (body: { text: string; layout: Layout }) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/imports', {
          params: { path },
          body,
        }),
      ),
    meta: { quiet: true },
  });
}

const jobKey = (jobId: number) => ['job', jobId] as const;

/** A job has come to its end, one way or another. */
export function ended(job: Job): boolean {
  return job.state !== 'waiting' && job.state !== 'running';
}

/** The job of an import, asked for until it has ended. */
export function useJob(jobId: number) {
  return useQuery({
    queryKey: jobKey(jobId),
    queryFn: ({ signal }) => data(client.GET('/api/jobs/{jobId}', { params: { path: { jobId } }, signal })),
    refetchInterval: ({ state }) => (state.data && ended(state.data) ? false : 700),
  });
}

export function useCancelJob(jobId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => data(client.POST('/api/jobs/{jobId}/cancel', { params: { path: { jobId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: jobKey(jobId) }),
  });
}

export function useRefused(target: Target, jobId: number, page: number, pageSize: number) {
  return useQuery({
    queryKey: [...jobKey(jobId), 'refused', page, pageSize],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices/{deviceId}/imports/{jobId}/refusals', {
          params: { path: { ...target, jobId }, query: { page, pageSize } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Saves all that was refused as a csv file. */
export function useRefusedFile(target: Target, jobId: number) {
  return useMutation({
    mutationFn: async () => {
      const text = await data(
        client.GET('/api/corporations/{corporationId}/devices/{deviceId}/imports/{jobId}/refusals.csv', {
          params: { path: { ...target, jobId } },
          parseAs: 'text',
        }),
      );
      // The mark by which spreadsheets know UTF-8.
      saveText(`import-${jobId}-refused.csv`, `\uFEFF${text}`, 'text/csv');
    },
  });
}
