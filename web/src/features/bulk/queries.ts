import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys } from '@/api/devices';
import type { components } from '@/api/schema.gen';
import { saveBlob } from '@/ui/download';

type Schemas = components['schemas'];
export type Action = Schemas['Action'];
export type ActionPreview = Schemas['ActionPreview'];
export type Report = Schemas['WorkbookReport'];
export type Imported = Schemas['DevicesImported'];
export type Device = Schemas['DeviceSummary'];

export const pageSize = 20;

const actionKeys = (corporationId: number) => ['actions', corporationId] as const;

/** Bulk actions run in a project, newest first. */
export function useActions(corporationId: number | undefined, projectId: number, page: number) {
  return useQuery({
    queryKey: [...actionKeys(corporationId ?? 0), projectId, page],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/actions', {
          params: { path: { corporationId: corporationId ?? 0 }, query: { projectId, page, pageSize } },
          signal,
        }),
      ),
    enabled: corporationId !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Devices of a corporation, or of one of its projects, by a part of their names. */
export function useFoundDevices(
  corporationId: number | undefined,
  query: { projectId?: number; name?: string; ids?: number[]; page?: number; pageSize: number },
) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId ?? 0), 'found', query],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices', {
          params: { path: { corporationId: corporationId ?? 0 }, query },
          signal,
        }),
      ),
    enabled: corporationId !== undefined,
    placeholderData: keepPreviousData,
  });
}

export type Move = Schemas['MoveDevicesBody'];
export type Swap = Schemas['SwapChannelsBody'];
export type Clone = Schemas['CloneStructureBody'];

/** One kind of action: previewed, then run exactly as previewed, or refused. */
export interface BulkAction<B> {
  preview: (body: B) => Promise<ActionPreview>;
  run: (body: B & { mark?: string }) => Promise<unknown>;
}

export function moveAction(corporationId: number): BulkAction<Move> {
  const path = { corporationId };
  return {
    preview: (body) =>
      data(client.POST('/api/corporations/{corporationId}/devices/move/preview', { params: { path }, body })),
    run: (body) => data(client.POST('/api/corporations/{corporationId}/devices/move', { params: { path }, body })),
  };
}

export function swapAction(corporationId: number): BulkAction<Swap> {
  const path = { corporationId };
  return {
    preview: (body) =>
      data(client.POST('/api/corporations/{corporationId}/devices/swap-channels/preview', { params: { path }, body })),
    run: (body) =>
      data(client.POST('/api/corporations/{corporationId}/devices/swap-channels', { params: { path }, body })),
  };
}

export function cloneAction(projectId: number): BulkAction<Clone & { structureId: number }> {
  return {
    preview: ({ structureId, ...body }) =>
      data(
        client.POST('/api/projects/{projectId}/structures/{structureId}/clone/preview', {
          params: { path: { projectId, structureId } },
          body,
        }),
      ),
    run: ({ structureId, ...body }) =>
      data(
        client.POST('/api/projects/{projectId}/structures/{structureId}/clone', {
          params: { path: { projectId, structureId } },
          body,
        }),
      ),
  };
}

export interface Rotation {
  deviceId: number;
  keepOldSeconds: number;
}

export function rotateAction(corporationId: number): BulkAction<Rotation> {
  return {
    preview: ({ deviceId, keepOldSeconds }) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/secret/preview', {
          params: { path: { corporationId, deviceId } },
          body: { keepOldSeconds },
        }),
      ),
    run: ({ deviceId, ...body }) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/secret', {
          params: { path: { corporationId, deviceId } },
          body,
        }),
      ),
  };
}

/** `later` is the number of later changes that the preview said would be undone too. */
export interface Undo {
  id: number;
  later: number;
}

export function undoAction(corporationId: number): BulkAction<Undo> {
  const of = (actionId: number) => ({ params: { path: { corporationId, actionId } } });
  return {
    preview: ({ id }) => data(client.POST('/api/corporations/{corporationId}/actions/{actionId}/undo/preview', of(id))),
    run: ({ id, later }) =>
      data(client.POST('/api/corporations/{corporationId}/actions/{actionId}/undo', { ...of(id), body: { later } })),
  };
}

/** Refetches everything: an action may change devices, points, structures and the history. */
export function useRun<B>(action: BulkAction<B>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: action.run, onSuccess: () => cache.invalidateQueries(), meta: { quiet: true } });
}

export function usePreview<B>(action: BulkAction<B>) {
  return useMutation({ mutationFn: action.preview, meta: { quiet: true } });
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

const workbook = '/api/corporations/{corporationId}/devices/workbook' as const;

/** Checks a filled-in workbook; nothing is stored. */
export function useCheckFile(corporationId: number, projectId: number) {
  return useMutation({
    mutationFn: (file: File) =>
      data(
        client.POST(`${workbook}/preview`, {
          params: { path: { corporationId }, query: { projectId } },
          body: { file: '' },
          bodySerializer: () => formOf(file),
        }),
      ),
    meta: { quiet: true },
  });
}

/** Creates all devices of a workbook, or none. */
export function useImportFile(corporationId: number, projectId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      data(
        client.POST(workbook, {
          params: { path: { corporationId }, query: { projectId } },
          body: { file: '' },
          bodySerializer: () => formOf(file),
        }),
      ),
    onSuccess: () => cache.invalidateQueries(),
    meta: { quiet: true },
  });
}

/** Saves a workbook: the empty form, the devices of a project, or the file with marks. */
export function useWorkbooks(corporationId: number, projectId: number) {
  const params = { path: { corporationId }, query: { projectId } };
  const template = useMutation({
    mutationFn: async () =>
      saveBlob(
        (await data(client.GET(`${workbook}/template`, { params, parseAs: 'blob' }))) as unknown as Blob,
        'devices-template.xlsx',
      ),
  });
  const all = useMutation({
    mutationFn: async () =>
      saveBlob((await data(client.GET(workbook, { params, parseAs: 'blob' }))) as unknown as Blob, 'devices.xlsx'),
  });
  const marked = useMutation({
    mutationFn: async (file: File) =>
      saveBlob(
        (await data(
          client.POST(`${workbook}/marked`, {
            params,
            body: { file: '' },
            bodySerializer: () => formOf(file),
            parseAs: 'blob',
          }),
        )) as unknown as Blob,
        file.name.replace(/(\.xlsx)?$/i, '-marked.xlsx'),
      ),
  });
  return { template, all, marked };
}
