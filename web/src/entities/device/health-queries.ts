import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];
export type HealthDevice = Schemas['HealthDeviceNow'];
export type HealthRule = Schemas['HealthRule'];
export type HealthOrder = Schemas['HealthOrder'];
export type HealthPreview = Schemas['HealthPreview'];

const here = '/api/projects/{projectId}/health-thresholds' as const;
const key = (projectId: number) => ['health-thresholds', projectId] as const;

/** The health thresholds of a project's devices, and where they come from. */
export function useHealthThresholds(projectId: number) {
  return useQuery({
    queryKey: key(projectId),
    queryFn: ({ signal }) => data(client.GET(here, { params: { path: { projectId } }, signal })),
    enabled: projectId > 0,
  });
}

export function usePreviewHealth(projectId: number) {
  return useMutation({
    mutationFn: (body: HealthOrder) => data(client.POST(`${here}/preview`, { params: { path: { projectId } }, body })),
    meta: { quiet: true },
  });
}

export function useSetHealthThresholds(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: HealthOrder) => data(client.POST(here, { params: { path: { projectId } }, body })),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(projectId) }),
  });
}

export function useRevokeHealth(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (healthRuleId: number) =>
      data(client.DELETE(`${here}/{healthRuleId}`, { params: { path: { projectId, healthRuleId } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key(projectId) }),
  });
}
