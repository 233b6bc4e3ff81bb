import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Attribute, useAttributes } from './catalog';
import { client, data } from './client';

type ComputedField = Pick<Attribute, 'name' | 'label' | 'unit' | 'decimals' | 'valueTypes' | 'perNode'>;

/** The fields that the current formula of a point computes. */
export function computedFieldsQuery(projectId: number, measuringPointId: number) {
  return queryOptions({
    queryKey: ['computed-fields', projectId, measuringPointId],
    queryFn: async ({ signal }) => {
      const { list } = await data(
        client.GET('/api/projects/{projectId}/device-fields', {
          params: { path: { projectId }, query: { measuringPointId } },
          signal,
        }),
      );
      return list.flatMap((one) => one.fields);
    },
    staleTime: 30_000,
  });
}

/** The fields that points of a project compute, by measurement: those that thresholds can judge. */
export function useProjectFields(projectId: number, measurement: string): readonly ComputedField[] {
  const { data: list } = useQuery({
    queryKey: ['computed-fields', projectId],
    queryFn: ({ signal }) =>
      data(client.GET('/api/projects/{projectId}/device-fields', { params: { path: { projectId } }, signal })),
    select: (answer) => answer.list,
    staleTime: 30_000,
  });
  const all = useAttributes(measurement);
  return useMemo(() => {
    const found = new Map<string, ComputedField>();
    for (const one of list ?? []) {
      if (one.measurement === measurement) for (const field of one.fields) found.set(field.name, field);
    }
    return found.size > 0 ? all.filter((a) => found.has(a.name)) : all;
  }, [list, measurement, all]);
}

/**
 * The fields of a point that have values. A point without a formula, or whose formula the account may not see, is
 * assumed to have every field of its measurement.
 */
export function useComputedFields(
  projectId: number,
  measuringPointId: number,
  measurement: string,
): readonly ComputedField[] {
  const all = useAttributes(measurement);
  const { data: computed } = useQuery({
    ...computedFieldsQuery(projectId, measuringPointId),
    enabled: measuringPointId > 0,
  });
  return useMemo(() => (computed && computed.length > 0 ? computed : all), [computed, all]);
}
