import Collection from 'ol/Collection';
import Feature from 'ol/Feature';
import Point from 'ol/geom/Point';
import Translate from 'ol/interaction/Translate';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import { fromLonLat, toLonLat } from 'ol/proj';
import VectorSource from 'ol/source/Vector';
import { Circle, Fill, Icon, Stroke, Style } from 'ol/style';
import { useEffect, useRef, useState } from 'react';
import { useTheme } from '@/ui/theme/theme-store';
import { tokens } from '@/ui/theme/tokens';
import { markerLayer } from './use-base-map';
import { wasMoved } from './view-moves';

export interface LonLat {
  longitude: number;
  latitude: number;
}

/** A drop-shaped pin that points at its position. */
function drop(fill: string, edge: string): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="38" viewBox="0 0 30 38">' +
    `<path d="M15 37C10 29 2 22 2 14a13 13 0 0 1 26 0c0 8-8 15-13 23Z" fill="${fill}" stroke="${edge}" stroke-width="2"/>` +
    `<circle cx="15" cy="14" r="5" fill="${edge}"/></svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}

/** One marker that is placed by a click and moved by dragging. */
export function usePin(map: OlMap | undefined, place: LonLat | undefined, onPlaced: (place: LonLat) => void): void {
  const [pin, setPin] = useState<Feature<Point>>();
  const latest = useRef(onPlaced);
  const theme = useTheme();

  useEffect(() => {
    latest.current = onPlaced;
  });

  useEffect(() => {
    if (!map) return;
    const feature = new Feature<Point>();
    const layer = new VectorLayer({ source: new VectorSource({ features: [feature] }), zIndex: markerLayer + 1 });
    const drag = new Translate({ features: new Collection([feature]), hitTolerance: 12 });
    const place = (coordinate: number[]) => {
      const [longitude = 0, latitude = 0] = toLonLat(coordinate);
      latest.current({ longitude, latitude });
    };
    drag.on('translateend', (event) => {
      const at = event.features.item(0)?.getGeometry() as Point | undefined;
      if (at && wasMoved(event)) place(at.getCoordinates());
    });
    const onClick = map.on('click', ({ coordinate }) => place(coordinate));
    map.addLayer(layer);
    map.addInteraction(drag);
    setPin(feature);
    return () => {
      map.un('click', onClick.listener as never);
      map.removeInteraction(drag);
      map.removeLayer(layer);
      layer.dispose();
      setPin(undefined);
    };
  }, [map]);

  useEffect(() => {
    const { primary, raised, link } = tokens[theme];
    pin?.setStyle([
      new Style({
        image: new Circle({
          radius: 3,
          fill: new Fill({ color: link }),
          stroke: new Stroke({ color: raised, width: 1 }),
        }),
      }),
      new Style({ image: new Icon({ src: drop(primary, '#FFFFFF'), anchor: [0.5, 1] }) }),
    ]);
  }, [pin, theme]);

  useEffect(() => {
    pin?.setGeometry(place ? new Point(fromLonLat([place.longitude, place.latitude])) : undefined);
  }, [pin, place]);
}
