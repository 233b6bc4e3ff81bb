import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';

export type ChartConfigs = components['schemas']['PointChartConfigs'];

/** The data views that obey the chart settings of a point. */
export const settable: readonly string[] = ['adm-profile', 'adm-prop', 'gnss-chart', 'hda-chart'];

/** The chart settings of a point, with those of its device as defaults. */
export function useChartSettings(structureId: number, measuringPointId: number) {
  return useQuery({
    queryKey: ['versions', 'point', measuringPointId, 'chart-config'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/chart-config', {
          params: { path: { structureId, measuringPointId } },
          signal,
        }),
      ),
  });
}

const nothing: ChartConfigs = {};

/** The chart settings of one data view of a point; undefined until loaded. */
export function useChartConfigs(structureId: number, measuringPointId: number, slug: string): ChartConfigs {
  const { data: found } = useChartSettings(structureId, measuringPointId);
  return found?.list.find((one) => one.chart === slug)?.configs ?? found?.base ?? nothing;
}
