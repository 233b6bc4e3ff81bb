import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import type { components } from '@/api/schema.gen';
import { useChange } from './use-change';

export type DrillProof = components['schemas']['DrillProof'];
export type DrillThing = components['schemas']['DrillThing'];
export type Drill = components['schemas']['Drill'];
export type DrillRecipient = components['schemas']['DrillRecipient'];
type DrillPlanFields = components['schemas']['DrillPlanFields'];
type DrillStart = components['schemas']['DrillStart'];

export const drillPage = 10;

/** Messages of a drill leave within seconds, and people answer by links on other devices. */
const lookEvery = 10_000;

const drillsKey = (projectId: number) => [...keys.project(projectId), 'drills'] as const;

/** The weekly drill of a project, and what was last proven. */
export function useProof(projectId: number) {
  return useQuery({
    queryKey: [...drillsKey(projectId), 'proof'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/drills/proof', { params: { path: { projectId } }, signal })),
    refetchInterval: lookEvery,
  });
}

export function useDrills(projectId: number, page: number) {
  const query = { page, pageSize: drillPage };
  return useQuery({
    queryKey: [...drillsKey(projectId), 'list', query],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/drills', { params: { path: { projectId }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  });
}

/** Who would get a drill of a level now. */
export function useDrillPreview(projectId: number, level: number) {
  return useQuery({
    queryKey: [...drillsKey(projectId), 'preview', level],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/projects/{projectId}/drills/preview', {
          params: { path: { projectId }, query: { level } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function useStartDrill(projectId: number) {
  return useChange(drillsKey(projectId), (body: DrillStart) =>
    data(client.POST('/api/projects/{projectId}/drills', { params: { path: { projectId } }, body })),
  );
}

export function useSavePlan(projectId: number) {
  return useChange(drillsKey(projectId), (body: DrillPlanFields) =>
    data(client.PUT('/api/projects/{projectId}/drills/plan', { params: { path: { projectId } }, body })),
  );
}
