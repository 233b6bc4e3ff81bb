import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { announce } from '@/ui/messages';

type Schemas = components['schemas'];
export type Version = Schemas['Version'];
export type Consequences = Schemas['Consequences'];

export interface PointOwner {
  kind: 'point';
  structureId: number;
  id: number;
  /** Set if the point is edited from a device that feeds it; then the device's own calls are used. */
  device?: { corporationId: number; id: number };
}

/** The subject of a dated configuration: a point or a device. */
export type Owner = PointOwner | { kind: 'device'; corporationId: number; id: number };

export interface Draft {
  aspect: string;
  validFrom: number;
  value: Record<string, unknown>;
  note: string;
}

const versionsKey = (owner: Owner) => ['versions', owner.kind, owner.id] as const;

export function useVersions(owner: Owner, enabled = true) {
  return useQuery({
    enabled,
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

/** The inputs available to a point's formula, with their newest values. */
export function useFormulaInputs(structureId: number, measuringPointId: number) {
  return useQuery({
    queryKey: ['versions', 'point', measuringPointId, 'inputs'],
    enabled: structureId > 0 && measuringPointId > 0,
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/formula-inputs', {
            params: { path: { structureId, measuringPointId } },
            signal,
          }),
        )
      ).list,
  });
}

/** Records a version of a device's configuration by the call of its block. */
function patchDevice(path: { corporationId: number; deviceId: number }, { aspect, value, ...when }: Draft) {
  const params = { path };
  const here = '/api/corporations/{corporationId}/devices/{deviceId}' as const;
  switch (aspect) {
    case 'coefficients':
      return data(client.PATCH(`${here}/config`, { params, body: { ...when, coefficients: value as never } }));
    case 'geometry':
      return data(client.PATCH(`${here}/config`, { params, body: { ...when, geometry: value as never } }));
    case 'ranges':
      return data(client.PATCH(`${here}/ranges`, { params, body: { ...when, value: value as never } }));
    case 'connection':
      return data(client.PATCH(`${here}/config`, { params, body: { ...when, collectorChannel: value as never } }));
    case 'basic':
      return data(client.PATCH(`${here}/config`, { params, body: { ...when, basic: value } }));
    case 'channels':
      return data(client.PATCH(`${here}/channel-config`, { params, body: { ...when, value: value as never } }));
    case 'hem':
      return data(client.PATCH(`${here}/hem-config`, { params, body: { ...when, value: value as never } }));
    case 'chart':
      return data(client.PATCH(`${here}/chart-config`, { params, body: { ...when, value } }));
    case 'pam':
      return data(client.PATCH(`${here}/pam-config`, { params, body: { ...when, value } }));
    case 'resolve':
      return data(client.PATCH(`${here}/resolve-config`, { params, body: { ...when, value } }));
    case 'link':
      return data(client.PATCH(`${here}/link-config`, { params, body: { ...when, value } }));
    case 'gdmAngle':
      return data(
        client.PATCH(`${here}/gdm-angle-init`, { params, body: { ...when, ...(value as object), mode: 'manual' } }),
      );
    default:
      throw new Error(`no call records ${aspect} of a device`);
  }
}

/** Records a version at a point by the call of a device that feeds it. */
function patchFed(device: { corporationId: number; id: number }, pointId: number, { aspect, value, ...when }: Draft) {
  const params = { path: { corporationId: device.corporationId, deviceId: device.id } };
  const body = { ...when, ...value, measuringPointIds: [pointId] };
  return aspect === 'initial'
    ? data(client.PATCH('/api/corporations/{corporationId}/devices/{deviceId}/init', { params, body: body as never }))
    : data(client.PATCH('/api/corporations/{corporationId}/devices/{deviceId}/processor-config', { params, body }));
}

/** Reports the outcome of a changed collection: its device is notified, or is to be set on site. */
function tell(made: unknown) {
  const tips = (made as { updateTips?: string } | undefined)?.updateTips;
  if (tips) announce('success', tips);
}

/** Records a version, or replaces another one. */
export function useRecordVersion(owner: Owner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ replacing, ...draft }: Draft & { replacing: number }): Promise<unknown> => {
      const { aspect: _aspect, ...body } = draft;
      if (owner.kind === 'point') {
        if (owner.device && !replacing) return patchFed(owner.device, owner.id, draft);
        const path = { structureId: owner.structureId, measuringPointId: owner.id };
        return replacing
          ? data(
              client.PUT('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions/{versionId}', {
                params: { path: { ...path, versionId: replacing } },
                body,
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
      return replacing
        ? data(
            client.PUT('/api/corporations/{corporationId}/devices/{deviceId}/versions/{versionId}', {
              params: { path: { ...path, versionId: replacing } },
              body,
            }),
          )
        : patchDevice(path, draft);
    },
    meta: { quiet: true },
    onSuccess: (made) => {
      tell(made);
      return queryClient.invalidateQueries({ queryKey: versionsKey(owner) });
    },
  });
}

/** Revokes a version. */
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
    onSuccess: (made) => {
      tell(made);
      return queryClient.invalidateQueries({ queryKey: versionsKey(owner) });
    },
  });
}

/** Previews a version without recording it. */
export function usePreviewVersion(owner: Owner) {
  return useMutation({
    mutationFn: ({ replacing, ...draft }: Draft & { replacing: number }): Promise<Consequences> => {
      const body = { ...draft, supersedes: replacing };
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

/** The effect of the first version of an aspect of a point, refetched until its readings have arrived. */
export function useProposal(owner: PointOwner, aspect: string, value: Record<string, unknown>) {
  return useQuery({
    queryKey: [...versionsKey(owner), 'proposal', aspect, value],
    queryFn: ({ signal }) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions/preview', {
          params: { path: { structureId: owner.structureId, measuringPointId: owner.id } },
          body: { aspect, value, validFrom: 0 },
          signal,
        }),
      ),
    refetchInterval: (query) => (query.state.data?.initials.some((one) => one.missing === 0) ? false : 10_000),
  });
}

/** Previews revoking a version. */
export function useRevokePreview(owner: Owner, versionId: number) {
  return useQuery({
    queryKey: [...versionsKey(owner), 'without', versionId],
    enabled: versionId > 0,
    gcTime: 0,
    queryFn: ({ signal }): Promise<Consequences> =>
      owner.kind === 'point'
        ? data(
            client.POST(
              '/api/structures/{structureId}/measuring-points/{measuringPointId}/versions/{versionId}/preview',
              { params: { path: { structureId: owner.structureId, measuringPointId: owner.id, versionId } }, signal },
            ),
          )
        : data(
            client.POST('/api/corporations/{corporationId}/devices/{deviceId}/versions/{versionId}/preview', {
              params: { path: { corporationId: owner.corporationId, deviceId: owner.id, versionId } },
              signal,
            }),
          ),
  });
}

/** Reports whether a change affects results or alerts, or leaves thresholds without effect. */
export function matters(found: Consequences): boolean {
  const { results, accumulated, alertsOpened, alertsWithdrawn, alertsRevised, warnings } = found;
  return results + accumulated + alertsOpened + alertsWithdrawn + alertsRevised + warnings.length > 0;
}
