import { boundingExtent } from 'ol/extent';
import Feature, { type FeatureLike } from 'ol/Feature';
import Point from 'ol/geom/Point';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import { fromLonLat } from 'ol/proj';
import Cluster from 'ol/source/Cluster';
import VectorSource from 'ol/source/Vector';
import View from 'ol/View';
import { type RefObject, useEffect, useRef } from 'react';
import { useLanguage } from '@/shared/i18n/use-language';
import { fontFamily } from '@/shared/theme/antd-theme';
import { useTheme } from '@/shared/theme/theme-store';
import { tokens } from '@/shared/theme/tokens';
import { type BaseLayers, baseLayers } from './base-layers';
import { clusterLook, type Site, startView } from './site';
import { SiteStyles } from './site-styles';

/** Distance between the edges of two clusters, in pixels. */
const clusterDistance = 44;
const zoomMs = 250;
interface Engine {
  map: OlMap;
  base: BaseLayers;
  sites: VectorSource<Feature<Point>>;
  layer: VectorLayer<Cluster<Feature<Point>>>;
}

function createEngine(target: HTMLElement): Engine {
  const base = baseLayers();
  const sites = new VectorSource<Feature<Point>>();
  const layer = new VectorLayer({
    source: new Cluster({ source: sites, distance: clusterDistance, minDistance: clusterDistance }),
    updateWhileInteracting: false,
    updateWhileAnimating: false, // reclustering each frame costs two thirds of the frame rate
  });
  const map = new OlMap({
    target,
    controls: [],
    layers: [...base.layers, layer],
    view: new View({
      center: fromLonLat([startView.longitude, startView.latitude]),
      zoom: startView.zoom,
      minZoom: startView.minZoom,
      maxZoom: startView.maxZoom,
    }),
  });
  return { map, base, sites, layer };
}

const siteOf = (feature: FeatureLike): Site => feature.get('site') as Site;

function membersOf(cluster: FeatureLike): Feature<Point>[] {
  return (cluster.get('features') as Feature<Point>[] | undefined) ?? [];
}

export interface MapHandle {
  zoomBy: (step: number) => void;
  fit: () => void;
}

interface Options {
  sites: readonly Site[];
  selectedId?: number | undefined;
  onOpen: (site: Site) => void;
  /** Fitting never comes nearer than this, so that one site keeps its surroundings. */
  fitZoom: number;
}

/** The map engine behind a page: owns creation, size, theme, markers and disposal. Pages pass sites. */
export function useOlMap(
  target: RefObject<HTMLElement | null>,
  { sites, selectedId, onOpen, fitZoom }: Options,
): MapHandle {
  const engine = useRef<Engine | null>(null);
  const fitted = useRef(false);
  const latest = useRef({ onOpen, fitZoom });
  const theme = useTheme();
  const language = useLanguage();

  useEffect(() => {
    latest.current = { onOpen, fitZoom };
  });

  useEffect(() => {
    if (!target.current) return;
    const made = createEngine(target.current);
    engine.current = made;
    made.map.on('click', (event) => {
      const hit = made.map.forEachFeatureAtPixel(event.pixel, (feature) => feature, {
        layerFilter: (layer) => layer === made.layer,
        hitTolerance: 8,
      });
      if (!hit) return;
      const members = membersOf(hit);
      const [only] = members;
      if (members.length === 1 && only) latest.current.onOpen(siteOf(only));
      else fitTo(made.map, members, startView.maxZoom);
    });
    made.map.on('pointermove', (event) => {
      const over = made.map.hasFeatureAtPixel(event.pixel, { layerFilter: (layer) => layer === made.layer });
      made.map.getTargetElement().style.cursor = over ? 'pointer' : '';
    });
    return () => {
      made.map.setTarget(undefined);
      made.map.dispose();
      engine.current = null;
      fitted.current = false;
    };
  }, [target]);

  useEffect(() => {
    const current = engine.current;
    if (!current) return;
    const styles = new SiteStyles(tokens[theme], fontFamily(language));
    current.base.paint(tokens[theme]);
    current.layer.setStyle((cluster) => {
      const members = membersOf(cluster);
      const [only] = members;
      if (members.length > 1) return styles.cluster(clusterLook(members.map(siteOf)));
      if (!only) return [];
      const site = siteOf(only);
      return styles.site(site, current.map.getView().getZoom() ?? 0, site.id === selectedId);
    });
  }, [theme, language, selectedId]);

  useEffect(() => {
    const current = engine.current;
    if (!current) return;
    current.sites.clear(true);
    current.sites.addFeatures(
      sites.map((site) => new Feature({ geometry: new Point(fromLonLat([site.longitude, site.latitude])), site })),
    );
    if (!fitted.current && sites.length > 0) {
      fitted.current = true;
      fitTo(current.map, current.sites.getFeatures(), latest.current.fitZoom, 0);
    }
  }, [sites]);

  return {
    zoomBy: (step) => {
      const view = engine.current?.map.getView();
      view?.animate({ zoom: (view.getZoom() ?? startView.zoom) + step, duration: zoomMs });
    },
    fit: () => {
      const current = engine.current;
      if (current) fitTo(current.map, current.sites.getFeatures(), fitZoom);
    },
  };
}

/** Room around what is fitted: for markers, their names at the right, the controls and the legend. */
const fitPadding = [60, 160, 84, 40];

/** Shows all of the features, no nearer than a zoom. */
function fitTo(map: OlMap, features: Feature<Point>[], maxZoom: number, duration = zoomMs): void {
  const points = features.map((feature) => feature.getGeometry()?.getCoordinates() ?? []).filter((xy) => xy.length > 0);
  if (points.length === 0) return;
  map.getView().fit(boundingExtent(points), { padding: fitPadding, duration, maxZoom });
}
