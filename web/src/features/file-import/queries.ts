import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data, patientFetch } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { saveText } from '@/ui/download';

type Schemas = components['schemas'];
export type Preview = Schemas['ImportPreview'];
export type Layout = Schemas['LoggerfileLayout'];
export type Mapping = Schemas['LoggerfileMapping'];
export type TimeColumn = Schemas['LoggerfileTimeColumn'];
export type NamedLayout = Schemas['ImportMapping'];
export type Place = NamedLayout['for'];
export type Job = Schemas['Job'];
export type Refusal = Schemas['ImportRefusal'];

/** Row counts of a file, or of all files of an upload. */
export interface Counts {
  rows: number;
  stored: number;
  equal: number;
  refused: number;
  sameTime: number;
  empty: number;
  revised: number;
  cells: number;
  values: number;
  from: number;
  to: number;
}

/** The result of the job of an import. */
export interface Report extends Counts {
  files: (Counts & { name: string })[] | null;
  problem?: { code: number; text: Record<string, string> };
}

/** The device that a file is imported for. */
export interface Target {
  corporationId: number;
  deviceId: number;
}

const device = '/api/corporations/{corporationId}/devices/{deviceId}';

export const formatsKey = ['import-formats'] as const;

/** The kinds of files that are recognized. */
export function useFormats() {
  return useQuery({
    queryKey: formatsKey,
    queryFn: async ({ signal }) => (await data(client.GET('/api/import-formats', { signal }))).list,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function previewKey(target: Target, fileId: number, entry: string, layout: Layout | undefined) {
  return ['import-preview', target, fileId, entry, layout ?? null] as const;
}

/** Uploads a file; the response includes its first preview. */
export function useUpload(target: Target) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      data(
        client.POST(`${device}/import-files`, {
          params: { path: target, query: { name: file.name } },
          body: file as never,
          bodySerializer: (body) => body as never,
          headers: { 'Content-Type': 'application/octet-stream' },
          fetch: patientFetch,
        }),
      ),
    onSuccess: (found) => {
      queryClient.setQueryData(previewKey(target, found.id, found.entry, undefined), found);
      queryClient.setQueryData(previewKey(target, found.id, '', undefined), found);
    },
    meta: { quiet: true },
  });
}

/** The preview of a file with a layout, or as recognized without one. */
export function usePreview(target: Target, fileId: number, entry: string, layout: Layout | undefined) {
  return useQuery({
    queryKey: previewKey(target, fileId, entry, layout),
    queryFn: ({ signal }) =>
      data(
        client.POST(`${device}/import-files/{importFileId}/preview`, {
          params: { path: { ...target, importFileId: fileId } },
          body: { ...(entry ? { entry } : {}), ...(layout ? { layout } : {}) },
          signal,
        }),
      ),
    enabled: fileId > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useImport(target: Target, fileId: number) {
  return useMutation({
    mutationFn: (body: { entries: string[]; layout: Layout }) =>
      data(
        client.POST(`${device}/import-files/{importFileId}/import`, {
          params: { path: { ...target, importFileId: fileId } },
          body,
        }),
      ),
    meta: { quiet: true },
  });
}

const mappingsKey = (target: Target) => ['import-mappings', target] as const;

/** The layouts that were saved for this device, its project or the corporation, the closest first. */
export function useNamedLayouts(target: Target) {
  return useQuery({
    queryKey: mappingsKey(target),
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${device}/import-mappings`, { params: { path: target }, signal }))).list,
  });
}

/** Saves a layout under a name: a new one, or the one with the id. */
export function useSaveNamedLayout(target: Target) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; name: string; for: Place; layout: Layout }) =>
      id === 0
        ? data(client.POST(`${device}/import-mappings`, { params: { path: target }, body }))
        : data(
            client.PUT(`${device}/import-mappings/{importMappingId}`, {
              params: { path: { ...target, importMappingId: id } },
              body,
            }),
          ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mappingsKey(target) }),
    meta: { quiet: true },
  });
}

export function useDeleteNamedLayout(target: Target) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      data(
        client.DELETE(`${device}/import-mappings/{importMappingId}`, {
          params: { path: { ...target, importMappingId: id } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mappingsKey(target) }),
  });
}

const jobKey = (jobId: number) => ['job', jobId] as const;

/** Reports whether a job has ended, successfully or not. */
export function ended(job: Job): boolean {
  return job.state !== 'waiting' && job.state !== 'running';
}

/** The job of an import, polled until it has ended. */
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
        client.GET(`${device}/imports/{jobId}/refusals`, {
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
        client.GET(`${device}/imports/{jobId}/refusals.csv`, {
          params: { path: { ...target, jobId } },
          parseAs: 'text',
        }),
      );
      // The byte order mark, by which spreadsheets recognize UTF-8.
      saveText(`import-${jobId}-refused.csv`, `\uFEFF${text}`, 'text/csv');
    },
  });
}

/** The points that the device feeds, to view the imported readings. */
export function useFedPoints(target: Target) {
  return useQuery({
    queryKey: ['import-points', target],
    queryFn: async ({ signal }) =>
      (await data(client.GET(`${device}/init`, { params: { path: target, query: { count: 1 } }, signal }))).list,
    meta: { quiet: true },
  });
}
