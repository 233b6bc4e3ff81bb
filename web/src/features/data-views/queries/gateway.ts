import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { projectQuery } from '@/api/project';
import { readingPage } from '../model/adapt';
import { askedSpan, useKnown } from '../model/known';
import type { Range } from '../model/range';
import type { PointState } from '../model/types';
import { pointKeys } from './keys';

interface Params {
  point: PointState;
  range: Range;
  base: number | null;
  page: number;
  pageSize: number;
}

/** One page of the tilt of a gateway with its changes, and its initial tilt. */
export function useGatewayTilt({ point, range, base, page, pageSize }: Params) {
  const say = useLabel();
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(point.id), 'gateway', range, base, page, pageSize, known],
    queryFn: async ({ signal }) => {
      const body = {
        ...{ measuringPointId: point.id, ...askedSpan(range, known), base: base ?? 0, includeAbnormal: true },
        ...{ page, pageSize },
      };
      const { deviceId, initial, table } = await data(client.POST('/api/monitor/gdm-angle', { body, signal }));
      return { deviceId, initial, ...readingPage(table, say, '') };
    },
    placeholderData: keepPreviousData,
  });
}

/** Sets the initial tilt of a gateway to the mean of its last readings. */
export function useTakeGatewayTilt(point: PointState, deviceId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { corporationId } = await queryClient.fetchQuery(projectQuery(point.projectId));
      const path = { corporationId, deviceId };
      const body = { mode: 'current' as const, count: 3 };
      return data(
        client.PATCH('/api/corporations/{corporationId}/devices/{deviceId}/gdm-angle-init', { params: { path }, body }),
      );
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: pointKeys.all(point.id) }),
        queryClient.invalidateQueries({ queryKey: keys.overview(point.projectId) }),
      ]),
  });
}
