import OlMap from 'ol/Map';
import { fromLonLat } from 'ol/proj';
import View from 'ol/View';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLanguage } from '@/ui/i18n/use-language';
import { pixelRatioOf } from '@/ui/pixel-ratio';
import { fontFamily } from '@/ui/theme/antd-theme';
import { useTheme } from '@/ui/theme/theme-store';
import { tokens } from '@/ui/theme/tokens';
import { type BaseLayers, baseLayers } from './base-layers';
import { useBaseChoice, useMapInfo } from './map-info';
import { startView } from './site';

/** Marker layers are above every base layer. */
export const markerLayer = 10;

/**
 * The map engine of a page: creation, size, theme, base map and disposal. The built-in map is at the bottom; the
 * online one above it, if there is one and while it works. Undefined until the element exists.
 */
export function useBaseMap(target: RefObject<HTMLElement | null>): OlMap | undefined {
  const [map, setMap] = useState<OlMap>();
  const base = useRef<BaseLayers>(undefined);
  const theme = useTheme();
  const language = useLanguage();
  const kind = useBaseChoice((state) => state.kind);
  const { online, failing, askAgain } = useMapInfo();

  useEffect(() => {
    if (!target.current) return;
    const below = baseLayers();
    base.current = below;
    const made = new OlMap({
      target: target.current,
      pixelRatio: pixelRatioOf(target.current),
      controls: [],
      layers: below.layers,
      view: new View({
        center: fromLonLat([startView.longitude, startView.latitude]),
        zoom: startView.zoom,
        minZoom: startView.minZoom,
        maxZoom: startView.maxZoom,
      }),
    });
    setMap(made);
    return () => {
      made.setTarget(undefined);
      made.dispose();
      setMap(undefined);
    };
  }, [target]);

  useEffect(() => {
    if (map) base.current?.paint(tokens[theme], fontFamily(language));
  }, [map, theme, language]);

  useEffect(() => {
    if (!map || !online || failing) return;
    let layers: ReturnType<typeof import('./tile-layers').tileLayers> = [];
    let left = false;
    void import('./tile-layers').then(({ tileLayers }) => {
      if (left) return;
      layers = tileLayers(kind, askAgain);
      for (const layer of layers) {
        layer.setZIndex(1);
        map.addLayer(layer);
      }
    });
    return () => {
      left = true;
      for (const layer of layers) {
        map.removeLayer(layer);
        layer.dispose();
      }
    };
  }, [map, online, failing, kind, askAgain]);

  return map;
}
