import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { measurementsQuery, useLabel } from '@/api/catalogue';
import { overviewQuery } from '@/api/monitor';
import { projectQuery } from '@/api/project';
import { treeQuery } from '@/api/tree';
import { defaultZone } from '@/shared/format/time';
import { pointState, treeOf } from '../model/adapt';

export function useProjectZone(projectId: number): string {
  return useQuery(projectQuery(projectId)).data?.timeZone || defaultZone;
}

/** The tree of a project with the newest value of every point. */
export function useTree(projectId: number) {
  const say = useLabel();
  const tree = useQuery(treeQuery(projectId));
  const overview = useQuery(overviewQuery(projectId));
  const measurements = useQuery(measurementsQuery);
  const branches = useMemo(() => {
    if (!tree.data || !overview.data || !measurements.data) return undefined;
    const catalogue = { measurements: measurements.data };
    const points = new Map(overview.data.list.map((p) => [p.measuringPointId, pointState(p, catalogue, say)]));
    return treeOf(tree.data, points);
  }, [tree.data, overview.data, measurements.data, say]);
  const error = tree.error ?? overview.error ?? measurements.error;
  return {
    data: branches,
    error,
    isPending: branches === undefined && !error,
    isFetching: tree.isFetching || overview.isFetching,
    refetch: () => Promise.all([tree.refetch(), overview.refetch(), measurements.refetch()]),
  };
}
