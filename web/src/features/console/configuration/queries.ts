import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type SharedFormula = Schemas['SharedFormula'];
export type PointThresholds = Schemas['PointThresholds'];
export type Replacement = Schemas['Replacement'];
export type DeviceGroup = Schemas['DeviceGroup'];
export type GroupChange = Schemas['DeviceGroupChange'];
export type Migration = Schemas['DeviceGroupMigration'];
export type BulkVersions = Schemas['BulkVersions'];
export type Rule = Schemas['PointRule'];

/** Filter of a project's points: 0 and '' match all. */
export interface Filter {
  structureId: number;
  itemId: number;
  measurement: string;
  name: string;
}

const narrowed = (filter: Filter) => ({
  ...(filter.structureId ? { structureId: filter.structureId } : {}),
  ...(filter.itemId ? { itemId: filter.itemId } : {}),
  ...(filter.measurement ? { measurement: filter.measurement } : {}),
  ...(filter.name ? { name: filter.name } : {}),
});

const formulasKey = (projectId: number) => ['project', projectId, 'formulas'] as const;
const thresholdsKey = (projectId: number) => ['project', projectId, 'thresholds'] as const;
const groupsKey = (pointId: number) => ['versions', 'point', pointId, 'groups'] as const;

export const pageSize = 100;

export function useFormulas(projectId: number, filter: Filter, page: number) {
  return useQuery({
    queryKey: [...formulasKey(projectId), filter, page],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/formulas', {
          params: { path: { projectId }, query: { ...narrowed(filter), page, pageSize } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function useThresholds(projectId: number, filter: Filter, page: number) {
  return useQuery({
    queryKey: [...thresholdsKey(projectId), filter, page],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/thresholds', {
          params: { path: { projectId }, query: { ...narrowed(filter), page, pageSize } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Versions of one aspect for many points, all or none. */
export function useRecordBulk(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkVersions) =>
      data(client.POST('/api/projects/{projectId}/versions', { params: { path: { projectId } }, body })),
    meta: { quiet: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: formulasKey(projectId) });
      void queryClient.invalidateQueries({ queryKey: thresholdsKey(projectId) });
      void queryClient.invalidateQueries({ queryKey: ['versions'] });
    },
  });
}

export function usePreviewBulk(projectId: number) {
  return useMutation({
    mutationFn: (body: BulkVersions) =>
      data(client.POST('/api/projects/{projectId}/versions/preview', { params: { path: { projectId } }, body })),
    meta: { quiet: true },
  });
}

/** Evaluates a formula with a point's newest readings. */
export function useTryFormula() {
  return useMutation({
    mutationFn: ({ structureId, pointId, rules }: { structureId: number; pointId: number; rules: Rule[] }) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/formula-trial', {
          params: { path: { structureId, measuringPointId: pointId } },
          body: { rules },
        }),
      ),
    meta: { quiet: true },
  });
}

/** A point, as its paths name it. */
export interface At {
  structureId: number;
  pointId: number;
}

const path = ({ structureId, pointId }: At) => ({ structureId, measuringPointId: pointId });

export function useDeviceGroups(at: At) {
  return useQuery({
    queryKey: [...groupsKey(at.pointId), 'history'],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/history-device-groups', {
            params: { path: path(at) },
            signal,
          }),
        )
      ).list,
  });
}

export function useReplacements(at: At) {
  return useQuery({
    queryKey: [...groupsKey(at.pointId), 'process'],
    queryFn: async ({ signal }) =>
      (
        await data(
          client.GET(
            '/api/structures/{structureId}/measuring-points/{measuringPointId}/history-device-groups/process',
            { params: { path: path(at) }, signal },
          ),
        )
      ).list,
  });
}

function useRenew(at: At) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['versions', 'point', at.pointId] });
}

export function useChangeGroup(at: At) {
  const renew = useRenew(at);
  return useMutation({
    mutationFn: (body: GroupChange) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/device-group', {
          params: { path: path(at) },
          body,
        }),
      ),
    meta: { quiet: true },
    onSuccess: renew,
  });
}

export function usePreviewChange(at: At) {
  return useMutation({
    mutationFn: (body: GroupChange) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/device-group/preview', {
          params: { path: path(at) },
          body,
        }),
      ),
    meta: { quiet: true },
  });
}

const one = (at: At, replacementId: number) => ({ ...path(at), replacementId });

export function useMigrate(at: At, replacementId: number) {
  const renew = useRenew(at);
  return useMutation({
    mutationFn: (body: Migration) =>
      data(
        client.POST(
          '/api/structures/{structureId}/measuring-points/{measuringPointId}/history-device-groups/process/{replacementId}/migrate',
          { params: { path: one(at, replacementId) }, body },
        ),
      ),
    meta: { quiet: true },
    onSuccess: renew,
  });
}

export function usePreviewMigration(at: At, replacementId: number) {
  return useMutation({
    mutationFn: (body: Migration) =>
      data(
        client.POST(
          '/api/structures/{structureId}/measuring-points/{measuringPointId}/history-device-groups/process/{replacementId}/preview',
          { params: { path: one(at, replacementId) }, body },
        ),
      ),
    meta: { quiet: true },
  });
}

/** Previews undoing a replacement. */
export function useUndoConsequences(at: At, replacementId: number) {
  return useQuery({
    queryKey: [...groupsKey(at.pointId), 'undo', replacementId],
    enabled: replacementId > 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      data(
        client.POST(
          '/api/structures/{structureId}/measuring-points/{measuringPointId}/history-device-groups/process/{replacementId}/undo-preview',
          { params: { path: one(at, replacementId) }, signal },
        ),
      ),
  });
}

export function useUndoReplacement(at: At) {
  const renew = useRenew(at);
  return useMutation({
    mutationFn: ({ replacementId, note }: { replacementId: number; note: string }) =>
      data(
        client.DELETE(
          '/api/structures/{structureId}/measuring-points/{measuringPointId}/history-device-groups/process/{replacementId}',
          { params: { path: one(at, replacementId), query: { note } } },
        ),
      ),
    meta: { quiet: true },
    onSuccess: renew,
  });
}
