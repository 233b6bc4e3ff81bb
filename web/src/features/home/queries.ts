import { queryOptions } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';

/** Counts over everything that the account may see. */
export function corporationStatsQuery() {
  return queryOptions({
    queryKey: [...keys.stats, 'corporation'],
    queryFn: ({ signal }) => data(client.GET('/api/stats/corporation', { signal })),
  });
}

/** Projects that have coordinates. */
export function markersQuery() {
  return queryOptions({
    queryKey: keys.markers,
    queryFn: ({ signal }) => data(client.GET('/api/projects/markers', { signal })),
  });
}

/** Alerts that wait to be processed, worst first. */
export function activeAlertsQuery() {
  return queryOptions({
    queryKey: [...keys.alerts, 'active'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/alerts', { params: { query: { status: 'Pending,Notice', pageSize: 20 } }, signal })),
  });
}
