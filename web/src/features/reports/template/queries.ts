import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { type Report, reportsKey } from '@/entities/report/made-file';
import { saveBlob } from '@/ui/download';
import type { Adopted } from './model/changes';

export type ReportTemplate = components['schemas']['ReportTemplate'];
export type ReportTemplates = components['schemas']['ReportTemplates'];
export type Checked = components['schemas']['ReportTemplateChecked'];
export type Shipped = components['schemas']['Template'];
type TrialSettings = Omit<components['schemas']['ProjectReportExport'], 'projectId'>;

/** As on the server. */
export const largest = 2 * 1024 * 1024;
export const accepted = '.xlsx,.docx';

/** A file that is not stored yet, and what a check found in it. */
export interface Draft {
  name: string;
  file: File;
  checked: Checked;
}

const key = (projectId: number) => ['report-templates', projectId] as const;
const base = '/api/projects/{projectId}/report-templates';
const one = (projectId: number, reportTemplateId: number) => ({ path: { projectId, reportTemplateId } });

/** The templates of a project, by name, and those that come with the product. */
export function useReportTemplates(projectId: number) {
  return useQuery({
    queryKey: key(projectId),
    queryFn: ({ signal }) => data(client.GET(base, { params: { path: { projectId } }, signal })),
  });
}

/** A template with its cells and placeholders. */
export function useReportTemplate(projectId: number, id: number) {
  return useQuery({
    queryKey: [...key(projectId), id],
    queryFn: ({ signal }) => data(client.GET(`${base}/{reportTemplateId}`, { params: one(projectId, id), signal })),
  });
}

/** What placeholders there are. They change only with a release. */
export function usePlaceholders() {
  return useQuery({
    queryKey: ['catalog', 'report-placeholders'],
    queryFn: async ({ signal }) => (await data(client.GET('/api/constants/report-placeholders', { signal }))).list,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function bodyOf(file: File, adopted: Adopted = new Map()) {
  const form = new FormData();
  form.append('file', file);
  if (adopted.size > 0) form.append('changes', JSON.stringify([...adopted.values()]));
  return { body: { file: '' }, bodySerializer: () => form };
}

/** Checks a file; nothing is stored. The page shows what was refused next to the file. */
export function useCheck(projectId: number) {
  return useMutation({
    mutationFn: (file: File) => {
      const params = { path: { projectId }, query: { filename: file.name } };
      return data(client.POST(`${base}/check`, { params, ...bodyOf(file) }));
    },
    meta: { quiet: true },
  });
}

function useSaved<In>(projectId: number, save: (input: In) => Promise<Checked>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: save,
    meta: { quiet: true },
    onSuccess: (stored) => queryClient.setQueryData([...key(projectId), stored.id], stored),
    // After a conflict the page shows the version of the other person.
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(projectId) }),
  });
}

interface Upload {
  draft: Draft;
  adopted: Adopted;
}

/** Stores a file as the first version of a template. */
export function useCreateTemplate(projectId: number) {
  return useSaved(projectId, ({ draft: { name, file }, adopted }: Upload) => {
    const params = { path: { projectId }, query: { name, filename: file.name } };
    return data(client.POST(base, { params, ...bodyOf(file, adopted) }));
  });
}

/** Stores the next version of a template: a new file, or the stored one with suggestions adopted. */
export function useNextVersion(projectId: number, { id, version }: Pick<ReportTemplate, 'id' | 'version'>) {
  return useSaved(projectId, ({ draft, adopted }: { draft: Draft | undefined; adopted: Adopted }) => {
    const params = one(projectId, id);
    if (draft) {
      const query = { filename: draft.file.name, version };
      return data(
        client.PUT(`${base}/{reportTemplateId}`, { params: { ...params, query }, ...bodyOf(draft.file, adopted) }),
      );
    }
    const body = { version, changes: [...adopted.values()] };
    return data(client.POST(`${base}/{reportTemplateId}/adopt`, { params, body }));
  });
}

export function useDeleteTemplate(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => data(client.DELETE(`${base}/{reportTemplateId}`, { params: one(projectId, id) })),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: [...key(projectId), id] });
      return queryClient.invalidateQueries({ queryKey: key(projectId), exact: true });
    },
  });
}

/** Saves the file of a template to disk. */
export function useTemplateFile(projectId: number) {
  return useMutation({
    mutationFn: async ({ id, name, format }: Pick<ReportTemplate, 'id' | 'name' | 'format'>) => {
      const call = client.GET(`${base}/{reportTemplateId}/file`, { params: one(projectId, id), parseAs: 'blob' });
      saveBlob((await data(call)) as unknown as Blob, `${name}.${format}`);
    },
  });
}

/** Saves the file of a template that comes with the product to disk. */
export function useShippedFile(projectId: number) {
  return useMutation({
    mutationFn: async ({ id, language, title, format }: Shipped) => {
      const path = { projectId, template: id as 'pit' };
      const query = { language: language as 'zh' };
      const call = client.GET(`${base}/shipped/{template}`, { params: { path, query }, parseAs: 'blob' });
      saveBlob((await data(call)) as unknown as Blob, `${title}.${format}`);
    },
  });
}

/** Makes a report as a file of the download centre, and follows it until it is made. */
export function useTrial(projectId: number) {
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: (body: TrialSettings) =>
      data(client.POST('/api/exports/project-report', { body: { ...body, projectId } })),
    onSuccess: (report) => {
      queryClient.setQueryData([...reportsKey(projectId), 'trial', report.id], report);
      return queryClient.invalidateQueries({ queryKey: reportsKey(projectId) });
    },
  });
  const reportId = ask.data?.id ?? 0;
  const report = useQuery({
    queryKey: [...reportsKey(projectId), 'trial', reportId],
    queryFn: ({ signal }): Promise<Report> =>
      data(
        client.GET('/api/projects/{projectId}/reports/{reportId}', {
          params: { path: { projectId, reportId } },
          signal,
        }),
      ),
    enabled: reportId > 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 700 : false),
  });
  return { ask, report: reportId > 0 ? report.data : undefined, failure: ask.error ?? report.error };
}

/** The address of a made file; a link is valid for some minutes, so it is asked for each time. */
export async function fileAddress(projectId: number, reportId: number) {
  const params = { path: { projectId, reportId } };
  return (await data(client.POST('/api/projects/{projectId}/reports/{reportId}/link', { params }))).path;
}
