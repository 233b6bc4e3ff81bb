import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type Version = Schemas['Version'];
export type Consequences = Schemas['Consequences'];

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
