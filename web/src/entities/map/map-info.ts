import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { create } from 'zustand';
import { client, data } from '@/api/client';

/** A base layer of the online map: vector, satellite, terrain. */
export const baseKinds = ['vec', 'img', 'ter'] as const;
export type BaseKind = (typeof baseKinds)[number];

const key = 'plumbline.map';
/** How long the server does not call a failing provider. */
const restMs = 30_000;

function kept(): BaseKind {
  const value = localStorage.getItem(key);
  return baseKinds.find((kind) => kind === value) ?? 'vec';
}

interface BaseChoice {
  kind: BaseKind;
  choose: (kind: BaseKind) => void;
}

/** The chosen base layer, stored in this browser for all maps. */
export const useBaseChoice = create<BaseChoice>()((set) => ({
  kind: kept(),
  choose: (kind) => {
    localStorage.setItem(key, kind);
    set({ kind });
  },
}));

export const mapInfoQuery = queryOptions({
  queryKey: ['map'],
  queryFn: ({ signal }) => data(client.GET('/api/map', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { quiet: true },
  refetchInterval: ({ state }) => (state.data?.failing ? restMs : false),
});

/** Whether there is an online map, and whether it works. Until that is known the built-in map is shown. */
export function useMapInfo() {
  const { data: info } = useQuery(mapInfoQuery);
  const queryClient = useQueryClient();
  const askAgain = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: mapInfoQuery.queryKey }),
    [queryClient],
  );
  return { online: info?.online ?? false, failing: info?.failing ?? false, askAgain };
}
