import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { deviceKeys } from '@/api/devices';
import { keys } from '@/api/keys';
import { projectQuery, structuresQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';
import { defaultZone } from '@/shared/format/time';

type Schemas = components['schemas'];
export type Project = Schemas['Project'];
export type ProjectFields = Schemas['ProjectFields'];
export type Structure = Schemas['Structure'];
export type StructureFields = Schemas['StructureFields'];
export type Point = Schemas['Point'];
export type PointFields = Schemas['PointFields'];
export type PointSummary = Schemas['PointSummary'];
export type NewPoint = Schemas['NewPoint'];
export type Device = Schemas['Device'];
export type DeviceFields = Schemas['DeviceFields'];
export type DeviceSummary = Schemas['DeviceSummary'];
export type Version = Schemas['Version'];
export type Correction = Schemas['Correction'];
export type CorrectionFields = Schemas['CorrectionFields'];
export type Consequences = Schemas['Consequences'];
export type DeadFrame = Schemas['DeadFrame'];

export function useProject(projectId: number) {
  return useQuery(projectQuery(projectId));
}

export function useZone(projectId: number): string {
  return useProject(projectId).data?.timeZone || defaultZone;
}

export function useStructures(projectId: number) {
  return useQuery(structuresQuery(projectId));
}

/** Renews everything that lists what stands in a project. */
function useRenewProject(projectId: number) {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: keys.project(projectId) });
    void queryClient.invalidateQueries({ queryKey: keys.projects });
    void queryClient.invalidateQueries({ queryKey: keys.overview(projectId) });
    void queryClient.invalidateQueries({ queryKey: keys.stats });
  };
}

export function useUpdateProject(projectId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: (body: ProjectFields) =>
      data(client.PUT('/api/projects/{projectId}', { params: { path: { projectId } }, body })),
    meta: { quiet: true },
    onSuccess: renew,
  });
}

export function useDeleteProject(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) =>
      data(
        client.POST('/api/projects/{projectId}/password-delete', {
          params: { path: { projectId } },
          body: { password },
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.projects });
      void queryClient.invalidateQueries({ queryKey: keys.stats });
    },
  });
}

export function useSaveStructure(projectId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: ({ id, ...body }: StructureFields & { id?: number }) =>
      id
        ? data(
            client.PUT('/api/projects/{projectId}/structures/{structureId}', {
              params: { path: { projectId, structureId: id } },
              body,
            }),
          )
        : data(client.POST('/api/projects/{projectId}/structures', { params: { path: { projectId } }, body })),
    meta: { quiet: true },
    onSuccess: renew,
  });
}

export function useDeleteStructure(projectId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: (structureId: number) =>
      data(
        client.DELETE('/api/projects/{projectId}/structures/{structureId}', {
          params: { path: { projectId, structureId } },
        }),
      ),
    onSuccess: renew,
  });
}

/** Points of a structure with its items, or of one item. */
export function usePoints(
  projectId: number,
  structureId: number,
  filter: { itemId: number; page: number; name: string },
) {
  return useQuery({
    queryKey: [...keys.points(projectId), 'console', structureId, filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points', {
          params: {
            path: { structureId },
            query: {
              page: filter.page,
              pageSize: 50,
              ...(filter.itemId ? { itemId: filter.itemId } : {}),
              ...(filter.name ? { name: filter.name } : {}),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** All points of a project by name, for bindings to other points. */
export function useProjectPoints(projectId: number, name: string) {
  return useQuery({
    queryKey: [...keys.points(projectId), 'names', name],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/measuring-points', {
          params: { path: { projectId }, query: { pageSize: 50, ...(name ? { name } : {}) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function usePoint(structureId: number, measuringPointId: number) {
  return useQuery({
    queryKey: ['point', measuringPointId],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}', {
          params: { path: { structureId, measuringPointId } },
          signal,
        }),
      ),
  });
}

export function useCreatePoints(projectId: number, structureId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: (points: NewPoint[]) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points', {
          params: { path: { structureId } },
          body: { points },
        }),
      ),
    meta: { quiet: true },
    onSuccess: renew,
  });
}

export function useUpdatePoint(projectId: number, structureId: number, measuringPointId: number) {
  const renew = useRenewProject(projectId);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PointFields) =>
      data(
        client.PUT('/api/structures/{structureId}/measuring-points/{measuringPointId}', {
          params: { path: { structureId, measuringPointId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => {
      renew();
      void queryClient.invalidateQueries({ queryKey: ['point', measuringPointId] });
    },
  });
}

export function useDeletePoint(projectId: number, structureId: number) {
  const renew = useRenewProject(projectId);
  return useMutation({
    mutationFn: (measuringPointId: number) =>
      data(
        client.DELETE('/api/structures/{structureId}/measuring-points/{measuringPointId}', {
          params: { path: { structureId, measuringPointId } },
        }),
      ),
    onSuccess: renew,
  });
}

/** Whose configuration is dated: a point's or a device's. */
export type Owner =
  | { kind: 'point'; structureId: number; id: number }
  | { kind: 'device'; corporationId: number; id: number };

export interface Draft {
  aspect: string;
  validFrom: number;
  value: Record<string, unknown>;
  note: string;
}

const versionsKey = (owner: Owner) => ['versions', owner.kind, owner.id] as const;

export function useVersions(owner: Owner) {
  return useQuery({
    queryKey: versionsKey(owner),
    queryFn: async ({ signal }) =>
      owner.kind === 'point'
        ? (
            await data(
              client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions', {
                params: { path: { structureId: owner.structureId, measuringPointId: owner.id } },
                signal,
              }),
            )
          ).list
        : (
            await data(
              client.GET('/api/corporations/{corporationId}/devices/{deviceId}/versions', {
                params: { path: { corporationId: owner.corporationId, deviceId: owner.id } },
                signal,
              }),
            )
          ).list,
  });
}

/** Records a version, or puts it in the place of another one. */
export function useRecordVersion(owner: Owner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ mends, ...draft }: Draft & { mends: number }) => {
      const { aspect: _aspect, ...mended } = draft;
      if (owner.kind === 'point') {
        const path = { structureId: owner.structureId, measuringPointId: owner.id };
        return mends
          ? data(
              client.PUT('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions/{versionId}', {
                params: { path: { ...path, versionId: mends } },
                body: mended,
              }),
            )
          : data(
              client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions', {
                params: { path },
                body: draft,
              }),
            );
      }
      const path = { corporationId: owner.corporationId, deviceId: owner.id };
      return mends
        ? data(
            client.PUT('/api/corporations/{corporationId}/devices/{deviceId}/versions/{versionId}', {
              params: { path: { ...path, versionId: mends } },
              body: mended,
            }),
          )
        : data(
            client.POST('/api/corporations/{corporationId}/devices/{deviceId}/versions', {
              params: { path },
              body: draft,
            }),
          );
    },
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: versionsKey(owner) }),
  });
}

/** Takes a version out of force. */
export function useSupersede(owner: Owner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ versionId, note }: { versionId: number; note: string }) =>
      owner.kind === 'point'
        ? data(
            client.DELETE('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions/{versionId}', {
              params: {
                path: { structureId: owner.structureId, measuringPointId: owner.id, versionId },
                query: { note },
              },
            }),
          )
        : data(
            client.DELETE('/api/corporations/{corporationId}/devices/{deviceId}/versions/{versionId}', {
              params: { path: { corporationId: owner.corporationId, deviceId: owner.id, versionId }, query: { note } },
            }),
          ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: versionsKey(owner) }),
  });
}

/** What a version would change, without recording it. */
export function usePreviewVersion(owner: Owner) {
  return useMutation({
    mutationFn: ({ mends, ...draft }: Draft & { mends: number }): Promise<Consequences> => {
      const body = { ...draft, supersedes: mends };
      return owner.kind === 'point'
        ? data(
            client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions/preview', {
              params: { path: { structureId: owner.structureId, measuringPointId: owner.id } },
              body,
            }),
          )
        : data(
            client.POST('/api/corporations/{corporationId}/devices/{deviceId}/versions/preview', {
              params: { path: { corporationId: owner.corporationId, deviceId: owner.id } },
              body,
            }),
          );
    },
    meta: { quiet: true },
  });
}

const correctionsKey = (pointId: number) => ['corrections', pointId] as const;

export function useCorrections(structureId: number, measuringPointId: number) {
  return useQuery({
    queryKey: correctionsKey(measuringPointId),
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections', {
            params: { path: { structureId, measuringPointId } },
            signal,
          }),
        )
      ).list,
  });
}

export function useCreateCorrection(structureId: number, measuringPointId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CorrectionFields) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections', {
          params: { path: { structureId, measuringPointId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: correctionsKey(measuringPointId) }),
  });
}

export function usePreviewCorrection(structureId: number, measuringPointId: number) {
  return useMutation({
    mutationFn: (body: CorrectionFields): Promise<Consequences> =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections/preview', {
          params: { path: { structureId, measuringPointId } },
          body,
        }),
      ),
    meta: { quiet: true },
  });
}

export function useTakeBack(structureId: number, measuringPointId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ correctionId, note }: { correctionId: number; note: string }) =>
      data(
        client.DELETE('/api/structures/{structureId}/measuring-points/{measuringPointId}/corrections/{correctionId}', {
          params: { path: { structureId, measuringPointId, correctionId }, query: { note } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: correctionsKey(measuringPointId) }),
  });
}

export interface DeviceFilter {
  projectId: number;
  kind?: 'Measuring' | 'Collector' | 'DTU';
  status?: 'online' | 'offline' | 'sleep';
  health?: 'normal' | 'lowVoltage' | 'dataLost' | 'dataRepeated';
  name?: string;
  page: number;
  pageSize: number;
}

export function useDevices(corporationId: number | undefined, filter: DeviceFilter) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId ?? 0), 'list', filter],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices', {
          params: { path: { corporationId: corporationId ?? 0 }, query: filter },
          signal,
        }),
      ),
    enabled: corporationId !== undefined,
    placeholderData: keepPreviousData,
  });
}

export function useDeviceCounts(corporationId: number | undefined, projectId: number) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId ?? 0), 'stat', projectId],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/corporations/{corporationId}/devices/stat', {
          params: { path: { corporationId: corporationId ?? 0 }, query: { projectId } },
          signal,
        }),
      ),
    enabled: corporationId !== undefined,
  });
}

export function useCreateDevice(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DeviceFields) =>
      data(client.POST('/api/corporations/{corporationId}/devices', { params: { path: { corporationId } }, body })),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all(corporationId) }),
  });
}

export function useUpdateDevice(corporationId: number, deviceId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: DeviceFields) =>
      data(
        client.PUT('/api/corporations/{corporationId}/devices/{deviceId}', {
          params: { path: { corporationId, deviceId } },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all(corporationId) }),
  });
}

export function useDeleteDevice(corporationId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deviceId: number) =>
      data(
        client.DELETE('/api/corporations/{corporationId}/devices/{deviceId}', {
          params: { path: { corporationId, deviceId } },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deviceKeys.all(corporationId) }),
  });
}

export function useIssueSecret(corporationId: number, deviceId: number) {
  return useMutation({
    mutationFn: (keepOldSeconds: number) =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/secret', {
          params: { path: { corporationId, deviceId } },
          body: { keepOldSeconds },
        }),
      ),
  });
}

/** What came from a device lately: what was understood, and what was not with the reason. */
export function useFrames(corporationId: number, deviceId: number) {
  return useQuery({
    queryKey: [...deviceKeys.all(corporationId), 'frames', deviceId],
    queryFn: async ({ signal }) => {
      const params = { path: { corporationId, deviceId } };
      const [frames, dead] = await Promise.all([
        data(client.GET('/api/corporations/{corporationId}/devices/{deviceId}/frames', { params, signal })),
        data(client.GET('/api/corporations/{corporationId}/devices/{deviceId}/dead-frames', { params, signal })),
      ]);
      return { frames: frames.list, dead: dead.list };
    },
  });
}

export function useReplay(corporationId: number, deviceId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      data(
        client.POST('/api/corporations/{corporationId}/devices/{deviceId}/dead-frames/replay', {
          params: { path: { corporationId, deviceId } },
        }),
      ),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [...deviceKeys.all(corporationId), 'frames', deviceId] }),
  });
}
