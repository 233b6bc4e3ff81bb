import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type OlMap from 'ol/Map';
import { toLonLat } from 'ol/proj';
import { useEffect, useMemo, useState } from 'react';
import { client, data } from '@/api/client';
import { asLevel } from '@/shared/theme/tokens';
import { detailSites } from './detail';
import { markerZoom, type Site } from './site';

interface View {
  zoom: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Whole tenths of a degree outwards, so that small moves ask for nothing new. */
function viewOf(map: OlMap): View {
  const view = map.getView();
  const [left = 0, bottom = 0, right = 0, top = 0] = view.calculateExtent(map.getSize());
  const [west = 0, south = 0] = toLonLat([left, bottom]);
  const [east = 0, north = 0] = toLonLat([right, top]);
  const step = (view.getZoom() ?? 0) >= markerZoom.point ? 50 : 1;
  return {
    zoom: view.getZoom() ?? 0,
    west: Math.max(-180, Math.floor(west * step) / step),
    south: Math.max(-90, Math.floor(south * step) / step),
    east: Math.min(180, Math.ceil(east * step) / step),
    north: Math.min(90, Math.ceil(north * step) / step),
  };
}

/**
 * What a map of projects shows at its zoom (specification section 9): the projects, from zoom 8 on the structures in
 * their place, from zoom 16 on the points in the place of those. Only the part on the screen is asked for.
 */
export function useDetailSites(map: OlMap | undefined, projects: readonly Site[], wanted: boolean): readonly Site[] {
  const [view, setView] = useState<View>();

  useEffect(() => {
    if (!map || !wanted) return;
    const onMoved = map.on('moveend', () => setView(viewOf(map)));
    return () => map.un('moveend', onMoved.listener as never);
  }, [map, wanted]);

  const zoom = view?.zoom ?? 0;
  const box = view && { west: view.west, south: view.south, east: view.east, north: view.north };
  const structures = useQuery({
    queryKey: ['markers', 'structure', box],
    queryFn: ({ signal }) => data(client.GET('/api/structures/markers', { params: { query: { ...box } }, signal })),
    enabled: wanted && zoom >= markerZoom.structure,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const points = useQuery({
    queryKey: ['markers', 'point', box],
    queryFn: ({ signal }) =>
      data(client.GET('/api/measuring-points/markers', { params: { query: { ...box } }, signal })),
    enabled: wanted && zoom >= markerZoom.point,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

  return useMemo(() => {
    if (zoom < markerZoom.structure) return projects;
    const below = (structures.data?.list ?? []).map(
      ({ level, ...marker }): Site => ({ ...marker, level: asLevel(level), stale: false, kind: 'structure' }),
    );
    const lowest =
      zoom < markerZoom.point
        ? []
        : (points.data?.list ?? []).map(({ level, itemId, ...marker }): Site & { itemId: number } => ({
            ...marker,
            itemId,
            level: asLevel(level),
            stale: false,
            kind: 'point',
          }));
    return detailSites(projects, below, lowest);
  }, [zoom, projects, structures.data, points.data]);
}
