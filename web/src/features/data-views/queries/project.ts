import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { measurementsQuery, useLabel } from '@/api/catalog';
import { overviewQuery } from '@/api/monitor';
import { projectQuery } from '@/api/project';
import { treeQuery } from '@/api/tree';
import { defaultZone } from '@/ui/format/time';
import { pointState, treeOf } from '../model/adapt';
import { allPoints } from '../model/tree';
import type { PointState } from '../model/types';

export function useProjectZone(projectId: number): string {
  return useQuery(projectQuery(projectId)).data?.timeZone || defaultZone;
}

/** The tree of a project with the newest value of every point. */
export function useTree(projectId: number) {
  const say = useLabel();
  const tree = useQuery(treeQuery(projectId));
  const overview = useQuery(overviewQuery(projectId));
  const measurements = useQuery(measurementsQuery);
  const failed = overview.isError || measurements.isError;
  const branches = useMemo(() => {
    const known = overview.data && measurements.data;
    if (!tree.data || (!known && !failed)) return undefined;
    const catalog = { measurements: measurements.data ?? [] };
    const list = overview.data?.list ?? [];
    // Without values the tree still leads to every point.
    return treeOf(tree.data, new Map(list.map((p) => [p.measuringPointId, pointState(p, catalog, say)])), projectId);
  }, [tree.data, overview.data, measurements.data, failed, projectId, say]);
  const error = tree.error ?? overview.error ?? measurements.error;
  return {
    data: branches,
    error,
    isPending: branches === undefined && !error,
    isFetching: tree.isFetching || overview.isFetching,
    refetch: () => Promise.all([tree.refetch(), overview.refetch(), measurements.refetch()]),
  };
}

/** The points of a project, which name those that a point is computed from. */
export function useTreePoints(projectId: number): PointState[] {
  const tree = useTree(projectId).data;
  return useMemo(() => [...allPoints(tree ?? [])], [tree]);
}
