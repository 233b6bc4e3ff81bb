import type { FeatureLike } from 'ol/Feature';
import type Point from 'ol/geom/Point';
import Translate from 'ol/interaction/Translate';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import { fromLonLat, toLonLat } from 'ol/proj';
import VectorSource from 'ol/source/Vector';
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '@/ui/i18n/use-language';
import { fontFamily } from '@/ui/theme/antd-theme';
import { useTheme } from '@/ui/theme/theme-store';
import { tokens } from '@/ui/theme/tokens';
import { setApart } from './apart';
import { type Marker, placeOf, showSites } from './show-sites';
import { markerZoom, type Site } from './site';
import { markerSize, SiteStyles } from './site-styles';
import { markerLayer } from './use-base-map';
import type { LonLat } from './use-pin';
import { fitTo, wasMoved } from './view-moves';

interface Options {
  sites: readonly Site[];
  selectedId?: number | undefined;
  mayMove: (id: number) => boolean;
  onSelect: (id: number) => void;
  onPlace?: ((place: LonLat) => void) | undefined;
  onMoved: (id: number, place: LonLat) => void;
}

const siteOf = (feature: FeatureLike): Site => feature.get('site') as Site;

function lonLatOf(coordinate: number[]): LonLat {
  const [longitude = 0, latitude = 0] = toLonLat(coordinate);
  return { longitude, latitude };
}

/** The sites that would overlap at this resolution, in projection meters per pixel. */
function shiftsOf(sites: readonly Site[], metersPerPixel: number): Map<number, number> {
  const spots = sites.map((site) => {
    const [x = 0, y = 0] = fromLonLat(placeOf(site)).map((meters) => meters / metersPerPixel);
    return { id: site.id, x, y };
  });
  return setApart(spots, markerSize);
}

/** Sites that are selected by a click and moved by dragging; a click elsewhere places something. */
export function useMovableSites(map: OlMap | undefined, options: Options): void {
  const { sites, selectedId } = options;
  const [layer, setLayer] = useState<VectorLayer<VectorSource<Marker>>>();
  const latest = useRef(options);
  const fitted = useRef(false);
  const theme = useTheme();
  const language = useLanguage();

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!map) return;
    const made = new VectorLayer<VectorSource<Marker>>({
      source: new VectorSource(),
      zIndex: markerLayer,
      declutter: true,
    });
    const drag = new Translate({
      layers: [made],
      hitTolerance: 8,
      filter: (feature) => latest.current.mayMove(siteOf(feature).id),
    });
    drag.on('translateend', (event) => {
      if (!wasMoved(event)) return;
      const feature = event.features.item(0);
      const at = (feature?.getGeometry() as Point | undefined)?.getCoordinates();
      if (!feature || !at) return;
      latest.current.onSelect(siteOf(feature).id);
      latest.current.onMoved(siteOf(feature).id, lonLatOf(at));
    });
    const onClick = map.on('click', ({ pixel, coordinate }) => {
      const hit = map.forEachFeatureAtPixel(pixel, (feature) => feature, {
        layerFilter: (one) => one === made,
        hitTolerance: 8,
      });
      if (hit) latest.current.onSelect(siteOf(hit).id);
      else latest.current.onPlace?.(lonLatOf(coordinate));
    });
    map.addLayer(made);
    map.addInteraction(drag);
    setLayer(made);
    return () => {
      map.un('click', onClick.listener as never);
      map.removeInteraction(drag);
      map.removeLayer(made);
      made.dispose();
      setLayer(undefined);
      fitted.current = false;
    };
  }, [map]);

  useEffect(() => {
    if (!map || !layer) return;
    const styles = new SiteStyles(tokens[theme], fontFamily(language));
    let shifts = new Map<number, number>();
    let drawnAt = 0;
    layer.setStyle((feature, at) => {
      if (at !== drawnAt) shifts = shiftsOf(sites, at);
      drawnAt = at;
      const site = siteOf(feature);
      return styles.site(site, map.getView().getZoom() ?? 0, site.id === selectedId, shifts.get(site.id));
    });
  }, [map, layer, theme, language, selectedId, sites]);

  useEffect(() => {
    if (!map || !layer) return;
    const source = layer.getSource();
    if (source) showSites(source, sites);
    if (!fitted.current && sites.length > 0) {
      fitted.current = true;
      fitTo(map, sites.map(placeOf), markerZoom.point, false);
    }
  }, [map, layer, sites]);
}
