import { queryOptions } from '@tanstack/react-query';
import { client, data } from './client';
import { keys } from './keys';
import type { OverviewPoint } from './types';

/** Every point of a project, or of one structure, with its newest value. */
export function overviewQuery(projectId: number, structureId = 0) {
  return queryOptions({
    queryKey: [...keys.overview(projectId), structureId],
    queryFn: ({ signal }) => data(client.POST('/api/monitor/overview', { body: { projectId, structureId }, signal })),
  });
}

const sparkSamples = 60;

/** The key of a point's sparkline. */
export type SparkPoint = Pick<OverviewPoint, 'measuringPointId' | 'field' | 'node' | 'valueType' | 'time'>;

/** The main value of a point over the last days, as few samples as a spark can show. */
export function sparkQuery(point: SparkPoint, days: number) {
  const { measuringPointId, field, node, valueType } = point;
  return queryOptions({
    queryKey: ['spark', measuringPointId, field, node, valueType, days],
    queryFn: async ({ signal }) => {
      const end = point.time;
      const chart = await data(
        client.POST('/api/monitor/query', {
          body: {
            measuringPointId,
            fields: [field],
            valueType: valueType as 'observed',
            ...(node > 0 ? { nodes: [node] } : {}),
            start: end - days * 86_400_000,
            end,
            maxPoints: sparkSamples,
          },
          signal,
        }),
      );
      const [line] = chart.series;
      return (line?.times ?? []).map((time, index): [number, number | null] => [time, line?.values[index] ?? null]);
    },
    enabled: point.time > 0 && field !== '',
    staleTime: 300_000,
  });
}

/** The times at which a point has results in a period. */
export function timesQuery(measuringPointId: number, start: number, end: number) {
  return queryOptions({
    queryKey: ['times', measuringPointId, start, end],
    queryFn: async ({ signal }) => {
      const answer = await data(
        client.POST('/api/monitor/time-list', { body: { measuringPointId, start, end }, signal }),
      );
      return answer.times;
    },
    staleTime: 300_000,
  });
}
