import type { FeatureLike } from 'ol/Feature';
import type Point from 'ol/geom/Point';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import Cluster from 'ol/source/Cluster';
import VectorSource from 'ol/source/Vector';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '@/ui/i18n/use-language';
import { fontFamily } from '@/ui/theme/antd-theme';
import { useTheme } from '@/ui/theme/theme-store';
import { tokens } from '@/ui/theme/tokens';
import { columnOf, fallTogether } from './apart';
import { type Marker, placeOf, showSites } from './show-sites';
import { clusterLook, isCluster, type Site, startView } from './site';
import { markerSize, SiteStyles } from './site-styles';
import { markerLayer } from './use-base-map';
import { fitTo } from './view-moves';

/** The specification's 20 between the edges of two markers of 22 to 30: 44 between their centers. */
const clusterDistance = 44;

type SiteLayer = VectorLayer<Cluster<Marker>>;

interface Options {
  sites: readonly Site[];
  selectedId?: number | undefined;
  /** If omitted, the markers take no clicks. */
  onOpen?: (site: Site) => void;
  /** Largest zoom of fitting, so that a single site keeps its surroundings. */
  fitZoom: number;
  /** Shown first instead of the sites. */
  fit?: readonly (readonly [number, number])[] | undefined;
}

const siteOf = (feature: FeatureLike): Site => feature.get('site') as Site;

function membersOf(cluster: FeatureLike): Marker[] {
  return (cluster.get('features') as Marker[] | undefined) ?? [];
}

/** From this zoom on sites with the same position are drawn one below the other instead of as a cluster. */
const apartZoom = 15;

/** Reports whether no zoom splits a cluster, so that its members are drawn apart. */
function areApart(members: readonly Marker[], map: OlMap): boolean {
  const view = map.getView();
  if ((view.getZoom() ?? 0) < apartZoom) return false;
  const spots = members.map((marker) => {
    const [x = 0, y = 0] = marker.getGeometry()?.getCoordinates() ?? [];
    return { x, y };
  });
  return fallTogether(spots, markerSize * view.getResolutionForZoom(startView.maxZoom));
}

/** The cluster member nearest to a pixel. */
function memberAt(members: readonly Marker[], cluster: FeatureLike, [, y = 0]: number[], map: OlMap) {
  const place = (cluster.getGeometry() as Point).getCoordinates();
  const [, middle = 0] = map.getPixelFromCoordinate(place);
  const rows = columnOf(members.length).map((below) => Math.abs(y - middle - below));
  return members[rows.indexOf(Math.min(...rows))];
}

/** Draws sites on a map: clusters where they are close, level by shape and color. The first ones are brought into view. */
export function useSites(map: OlMap | undefined, { sites, selectedId, onOpen, fitZoom, fit }: Options): void {
  const [layer, setLayer] = useState<SiteLayer>();
  const fitted = useRef(false);
  const latest = useRef({ onOpen, fitZoom, fit });
  const theme = useTheme();
  const language = useLanguage();

  useEffect(() => {
    latest.current = { onOpen, fitZoom, fit };
  });

  useEffect(() => {
    if (!map) return;
    const made: SiteLayer = new VectorLayer({
      source: new Cluster({
        source: new VectorSource<Marker>(),
        distance: clusterDistance,
        minDistance: clusterDistance,
      }),
      zIndex: markerLayer,
      declutter: true,
      updateWhileInteracting: false,
      updateWhileAnimating: false, // reclustering each frame costs two thirds of the frame rate
    });
    map.addLayer(made);
    setLayer(made);
    const onClick = map.on('click', ({ pixel }) => {
      if (!latest.current.onOpen) return;
      const hit = map.forEachFeatureAtPixel(pixel, (feature) => feature, {
        layerFilter: (one) => one === made,
        hitTolerance: 8,
      });
      const members = hit ? membersOf(hit) : [];
      const only = hit && (members.length === 1 || areApart(members, map)) && memberAt(members, hit, pixel, map);
      if (only) latest.current.onOpen(siteOf(only));
      else fitTo(map, members.map(siteOf).map(placeOf), startView.maxZoom);
    });
    const onMove = map.on('pointermove', ({ pixel }) => {
      if (!latest.current.onOpen) return;
      const over = map.hasFeatureAtPixel(pixel, { layerFilter: (one) => one === made });
      map.getTargetElement().style.cursor = over ? 'pointer' : '';
    });
    return () => {
      map.un('click', onClick.listener as never);
      map.un('pointermove', onMove.listener as never);
      map.removeLayer(made);
      made.dispose();
      setLayer(undefined);
      fitted.current = false;
    };
  }, [map]);

  useEffect(() => {
    if (!map || !layer) return;
    const styles = new SiteStyles(tokens[theme], fontFamily(language));
    layer.setStyle((cluster) => {
      const members = membersOf(cluster);
      const [only] = members;
      const zoom = map.getView().getZoom() ?? 0;
      if (areApart(members, map)) {
        const rows = columnOf(members.length);
        return members.flatMap((marker, row) =>
          styles.site(siteOf(marker), zoom, siteOf(marker).id === selectedId, rows[row]),
        );
      }
      if (isCluster(members.length, zoom)) return styles.cluster(clusterLook(members.map(siteOf)));
      if (!only) return [];
      const site = siteOf(only);
      return styles.site(site, zoom, site.id === selectedId);
    });
  }, [map, layer, theme, language, selectedId]);

  useEffect(() => {
    if (!map || !layer) return;
    const source = layer.getSource()?.getSource();
    if (source) showSites(source, sites);
    if (!fitted.current && sites.length > 0) {
      fitted.current = true;
      fitTo(map, latest.current.fit ?? sites.map(placeOf), latest.current.fitZoom, false);
    }
  }, [map, layer, sites]);
}
