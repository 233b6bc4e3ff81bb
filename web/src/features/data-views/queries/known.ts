import { useQuery } from '@tanstack/react-query';
import { client, data } from '@/api/client';
import type { components } from '@/api/schema.gen';
import { type Correction, useCorrections } from '@/entities/correction/queries';
import { type Range, resolveRange } from '../model/range';
import type { PointState } from '../model/types';
import { pointKeys } from './keys';

type Version = components['schemas']['Version'];

/** How the results of a range differ from what was known. */
export function useChangedSince(point: Pick<PointState, 'id'>, range: Range, known: number) {
  return useQuery({
    queryKey: [...pointKeys.all(point.id), 'changed-since', range, known],
    queryFn: ({ signal }) => {
      const body = { measuringPointId: point.id, ...resolveRange(range, known), knownAt: known };
      return data(client.POST('/api/monitor/changed-since', { body, signal }));
    },
  });
}

/** A correction or a version that was recorded or revoked since. */
export interface Cause {
  key: string;
  at: number;
  from: number;
  kind: Correction['kind'] | Version['aspect'];
  version: boolean;
  revoked: boolean;
  note: string;
}

/** What was recorded since a time about a point, the newest first. */
export function useCauses(point: Pick<PointState, 'id' | 'structureId'>, known: number) {
  const corrections = useCorrections(point.structureId, point.id);
  const versions = useQuery({
    queryKey: [...pointKeys.all(point.id), 'versions'],
    queryFn: async ({ signal }) => {
      const params = { path: { structureId: point.structureId, measuringPointId: point.id } };
      const path = '/api/structures/{structureId}/measuring-points/{measuringPointId}/versions';
      return (await data(client.GET(path, { params, signal }))).list;
    },
  });
  const causes = [...(corrections.data ?? []).map(ofCorrection), ...(versions.data ?? []).map(ofVersion)];
  return {
    causes: causes.filter(({ at }) => at > known).sort((a, b) => b.at - a.at),
    pending: corrections.isPending || versions.isPending,
    error: corrections.error ?? versions.error,
  };
}

function ofCorrection(c: Correction): Cause {
  const revoked = c.takenBackAt > 0;
  const at = revoked ? c.takenBackAt : c.recordedAt;
  return { key: `c${c.id}`, at, from: c.from, kind: c.kind, version: false, revoked, note: c.note };
}

function ofVersion(v: Version): Cause {
  return {
    ...{ key: `v${v.id}`, at: v.recordedAt, from: v.validFrom, kind: v.aspect },
    ...{ version: true, revoked: false, note: v.note },
  };
}
