import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type OlMap from 'ol/Map';
import { toLonLat } from 'ol/proj';
import { useEffect, useMemo, useState } from 'react';
import { client, data } from '@/api/client';
import { keys } from '@/api/keys';
import { pointMark, tallyMark } from '@/entities/alert/mark';
import { detailSites } from './detail';
import { markerZoom, type Site } from './site';

interface View {
  zoom: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The visible part, rounded outwards in degrees, so that small moves cause no new request. */
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

/** The sites of a map, and which of the levels below them appear when zoomed in. */
export interface Detail {
  of: 'project' | 'structure';
  projectId?: number;
  /** Shows the points of this structure or item at any zoom. */
  structureId?: number | undefined;
}

/** The worst points in view: more would only overlap. */
const mostPoints = 2_000;

/**
 * The sites of a map by zoom (specification section 9): projects, from zoom 8 structures instead, from zoom 16 points
 * instead. Only the visible part is loaded.
 */
export function useDetailSites(
  map: OlMap | undefined,
  sites: readonly Site[],
  detail: Detail | undefined,
): readonly Site[] {
  const [view, setView] = useState<View>();
  const wanted = detail !== undefined;

  useEffect(() => {
    if (!map || !wanted) return;
    const onMoved = map.on('moveend', () => setView(viewOf(map)));
    return () => map.un('moveend', onMoved.listener as never);
  }, [map, wanted]);

  const zoom = view?.zoom ?? 0;
  const box = view && { west: view.west, south: view.south, east: view.east, north: view.north };
  const ofProjects = detail?.of === 'project';
  const place = {
    ...(detail?.projectId === undefined ? {} : { projectId: detail.projectId }),
    ...(detail?.structureId === undefined ? {} : { structureId: detail.structureId }),
  };
  const withStructures = ofProjects && zoom >= markerZoom.structure;
  const withPoints = wanted && view !== undefined && (zoom >= markerZoom.point || detail.structureId !== undefined);
  const structures = useQuery({
    queryKey: [...keys.stats, 'markers', 'structure', box],
    queryFn: ({ signal }) => data(client.GET('/api/structures/markers', { params: { query: { ...box } }, signal })),
    enabled: withStructures,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const points = useQuery({
    queryKey: [...keys.stats, 'markers', 'point', place, box],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/measuring-points/markers', {
          params: { query: { ...place, ...box, limit: mostPoints } },
          signal,
        }),
      ),
    enabled: withPoints,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

  return useMemo(() => {
    const below = withStructures
      ? (structures.data?.list ?? []).map(
          ({ id, name, longitude, latitude, projectId, ...tally }): Site => ({
            ...{ id, name, longitude, latitude, projectId, level: tallyMark(tally), kind: 'structure' },
            stale: tally.points > 0 && tally.stale === tally.points,
          }),
        )
      : [];
    const lowest = withPoints
      ? (points.data?.list ?? []).map(({ level, judgement, ...marker }): Site & { itemId: number } => ({
          ...marker,
          level: pointMark(level, judgement.code === 'noData' ? 0 : 1),
          kind: 'point',
        }))
      : [];
    if (below.length + lowest.length === 0) return sites;
    return ofProjects ? detailSites(sites, below, lowest) : detailSites([], sites, lowest);
  }, [withStructures, withPoints, ofProjects, sites, structures.data, points.data]);
}
