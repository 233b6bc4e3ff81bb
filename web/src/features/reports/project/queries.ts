import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { followLink } from '@/ui/download';
import { underWay } from './model/steps';

export type ProjectReport = components['schemas']['ProjectReport'];
export type Settings = components['schemas']['ReportSettings'];
export type Changes = components['schemas']['ProjectReportChanges'];
export type ReportTexts = components['schemas']['ReportTexts'];

export type FileFormat = components['schemas']['ProjectReportExport']['format'];

export const pageSize = 20;

export interface Filter {
  page: number;
  keyword: string;
  kind: ProjectReport['kind'] | '';
  status: ProjectReport['status'] | '';
}

const key = (projectId: number) => ['project-reports', projectId] as const;
const one = (projectId: number, projectReportId: number) => ({ params: { path: { projectId, projectReportId } } });
const base = '/api/projects/{projectId}/project-reports';

/** Reports of a project, those with the latest period first; read again every 2 s while one is being made. */
export function useProjectReports(projectId: number, filter: Filter) {
  const { page, keyword, kind, status } = filter;
  const query = { page, pageSize, ...(keyword && { name: keyword }), ...(kind && { kind }), ...(status && { status }) };
  return useQuery({
    queryKey: [...key(projectId), filter],
    queryFn: ({ signal }) => data(client.GET(base, { params: { path: { projectId }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.list.some(underWay) ? 2000 : false),
  });
}

/** A report; read again every 2 s while it is being made. */
export function useProjectReport(projectId: number, id: number) {
  return useQuery({
    queryKey: [...key(projectId), id],
    queryFn: ({ signal }) => data(client.GET(`${base}/{projectReportId}`, { ...one(projectId, id), signal })),
    refetchInterval: ({ state }) => (state.data && underWay(state.data) ? 2000 : false),
  });
}

function useChange<In, Out>(projectId: number, change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(projectId) }),
  });
}

export function useCreate(projectId: number) {
  return useChange(projectId, (body: Settings) => data(client.POST(base, { params: { path: { projectId } }, body })));
}

/** Asks for a report as a file of the download centre. */
export function useFileOnly(projectId: number) {
  return useMutation({
    mutationFn: ({ format, ...body }: Settings & { format: FileFormat }) =>
      data(client.POST('/api/exports/project-report', { body: { ...body, projectId, format } })),
  });
}

export function useUpdate(projectId: number, id: number) {
  return useChange(projectId, (body: ReportTexts) =>
    data(client.PATCH(`${base}/{projectReportId}`, { ...one(projectId, id), body })),
  );
}

export function useSign(projectId: number, id: number) {
  return useChange(projectId, (body: components['schemas']['SignedReport']) =>
    data(client.POST(`${base}/{projectReportId}/sign`, { ...one(projectId, id), body })),
  );
}

export function useReturn(projectId: number, id: number) {
  return useChange(projectId, (remark: string) =>
    data(client.POST(`${base}/{projectReportId}/return`, { ...one(projectId, id), body: { remark } })),
  );
}

export function useRevise(projectId: number, id: number) {
  return useChange(projectId, (reason: string) =>
    data(client.POST(`${base}/{projectReportId}/revise`, { ...one(projectId, id), body: { reason } })),
  );
}

export function useRetry(projectId: number, id: number) {
  return useChange(projectId, () => data(client.POST(`${base}/{projectReportId}/retry`, one(projectId, id))));
}

export function useRemove(projectId: number, id: number) {
  return useMutation({
    // The page leaves before the lists are read again: the report itself is gone.
    mutationFn: () => data(client.DELETE(`${base}/{projectReportId}`, one(projectId, id))),
  });
}

/** What late data and corrections have changed since a report was issued; gathering that takes seconds. */
export function useChanges(projectId: number, id: number) {
  return useQuery({
    queryKey: [...key(projectId), id, 'changes'],
    queryFn: ({ signal }) => data(client.GET(`${base}/{projectReportId}/changes`, { ...one(projectId, id), signal })),
    staleTime: 5 * 60_000,
  });
}

type Format = ProjectReport['files'][number]['format'];

async function linkOf(projectId: number, projectReportId: number, format: Format) {
  const path = { projectId, projectReportId, format };
  return (await data(client.POST(`${base}/{projectReportId}/files/{format}/link`, { params: { path } }))).path;
}

/** Saves a file to disk. */
export function useDownload(projectId: number, id: number) {
  return useMutation({ mutationFn: async (format: Format) => followLink(await linkOf(projectId, id, format)) });
}

/** The address of the PDF for the preview; a link is valid for 10 minutes, so it is asked for each time. */
export async function inlineAddress(projectId: number, id: number) {
  return `${await linkOf(projectId, id, 'pdf')}&inline=true`;
}
