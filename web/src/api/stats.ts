import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';
import { keys } from './keys';
import type { components } from './schema.gen';

type Schemas = components['schemas'];
export type ProjectStat = Schemas['ProjectStat'];
export type StructureStat = Schemas['StructureStat'];
export type StructureStats = Schemas['StructureStats'];
export type MeasurementValue = Schemas['MeasurementValue'];
export type WeatherValue = Schemas['WeatherValue'];
export type DayCompleteness = Schemas['DayCompleteness'];
export type DeviceHealthStat = Schemas['DeviceHealthStat'];
export type TypeCount = Schemas['TypeCount'];
export type TrendDay = Schemas['TrendDay'];

/** A project, or a structure or item of it; empty: everything that the account may see. */
export interface StatScope {
  projectId?: number;
  structureId?: number;
}

/** Statistics derived from latest values: refreshed, a few at a time, while live values arrive. */
export const valueStats = [...keys.stats, 'values'] as const;

/** Projects with their point counts by level, worst first unless sorted otherwise. */
export function projectStatListQuery(sort: string, pageSize: number) {
  const query = { pageSize, ...(sort ? { sort } : {}) };
  return queryOptions({
    queryKey: [...valueStats, 'projects', query],
    queryFn: ({ signal }) => data(client.GET('/api/stats/projects', { params: { query }, signal })),
    placeholderData: (old) => old,
  });
}

/** Structures and items of a project with their point counts by level. */
export function structureStatListQuery(projectId: number) {
  return queryOptions({
    queryKey: [...valueStats, 'structures', projectId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/stats/projects/{projectId}/structures', { params: { path: { projectId } }, signal })),
  });
}

/** Measurements with the worst point of each. */
export function measurementValueListQuery(query: StatScope) {
  return queryOptions({
    queryKey: [...valueStats, 'measurements', query],
    queryFn: ({ signal }) => data(client.GET('/api/stats/measurement-values', { params: { query }, signal })),
  });
}

/** The weather measured by the points of a place; empty if there are none. */
export function weatherQuery(query: StatScope) {
  return queryOptions({
    queryKey: [...valueStats, 'weather', query],
    queryFn: ({ signal }) => data(client.GET('/api/stats/weather', { params: { query }, signal })),
  });
}

const completenessMs = 60_000;

/** Data completeness of the last 24 hours by measurement and hour. */
export function completenessQuery(query: StatScope) {
  return queryOptions({
    queryKey: [...keys.stats, 'completeness', query],
    queryFn: ({ signal }) => data(client.GET('/api/stats/completeness', { params: { query }, signal })),
    staleTime: completenessMs,
    refetchInterval: completenessMs,
  });
}

/** Devices by type, state and health. */
export function deviceHealthQuery(query: StatScope) {
  return queryOptions({
    queryKey: [...keys.stats, 'device-health', query],
    queryFn: ({ signal }) => data(client.GET('/api/stats/device-health', { params: { query }, signal })),
  });
}

/** Alerts opened on each of the last days, in a zone. */
export function alertTrendQuery(days: number, timeZone: string, projectId = 0) {
  const query = { days, timeZone, projectId };
  return queryOptions({
    queryKey: [...keys.stats, 'trend', query],
    queryFn: ({ signal }) => data(client.GET('/api/stats/alert-trend', { params: { query }, signal })),
  });
}
