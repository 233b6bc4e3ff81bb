import type Collection from 'ol/Collection';
import Feature, { type FeatureLike } from 'ol/Feature';
import Point from 'ol/geom/Point';
import Translate from 'ol/interaction/Translate';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import View from 'ol/View';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { wasMoved } from '@/entities/map/view-moves';
import { useLanguage } from '@/ui/i18n/use-language';
import { pixelRatioOf } from '@/ui/pixel-ratio';
import { fontFamily } from '@/ui/theme/antd-theme';
import { useTheme } from '@/ui/theme/theme-store';
import { tokens } from '@/ui/theme/tokens';
import { contentOf, fromSheet, type PlanMarker, toSheet } from './plan';
import type { Side } from './plan-labels';
import { markerStyle, sidesOf } from './plan-styles';
import { blankLayer, pictureLayer, sheetProjection } from './sheet-layers';
import type { Sheet } from './use-picture';

/** Room around the drawing when all of it is shown: names at the right, the legend below. */
const fitPadding = [24, 64, 60, 24];
/** Largest zoom, in screen pixels per picture pixel. */
const nearest = 8;

type Marker = Feature<Point>;

export interface Place {
  x: number;
  y: number;
}

interface Options {
  sheet: Sheet;
  markers: readonly PlanMarker[];
  selectedId?: number | undefined;
  showValues: boolean;
  onOpen?: ((marker: PlanMarker) => void) | undefined;
  /** A click away from any point. */
  onClick?: ((place: Place) => void) | undefined;
  /** Makes points draggable; called when one is dropped. */
  onMoved?: ((marker: PlanMarker, place: Place) => void) | undefined;
}

export interface SheetHandle {
  zoomBy: (step: number) => void;
  fit: () => void;
  /** The point under the pointer and where it is on the screen. */
  hovered: { marker: PlanMarker; left: number; top: number } | undefined;
  /** Pixels of the picture for a pixel of the screen. */
  resolution: number;
}

const markerOf = (feature: FeatureLike): PlanMarker => feature.get('marker') as PlanMarker;

/** The engine behind a drawing: pan and zoom by mouse, touch and keyboard, points, dragging. */
export function useSheetMap(target: RefObject<HTMLElement | null>, options: Options): SheetHandle {
  const { sheet, markers, selectedId, showValues } = options;
  const [engine, setEngine] = useState<{ map: OlMap; layer: VectorLayer<VectorSource<Marker>> }>();
  const [hovered, setHovered] = useState<SheetHandle['hovered']>();
  const [resolution, setResolution] = useState(1);
  const latest = useRef(options);
  const theme = useTheme();
  const language = useLanguage();
  const draggable = options.onMoved !== undefined;

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!target.current) return;
    const projection = sheetProjection(sheet);
    const extent = projection.getExtent();
    const layer = new VectorLayer<VectorSource<Marker>>({ source: new VectorSource(), zIndex: 10 });
    const map = new OlMap({
      target: target.current,
      pixelRatio: pixelRatioOf(target.current),
      controls: [],
      layers: [layer],
      view: new View({ projection, extent, constrainOnlyCenter: true, minResolution: 1 / nearest, resolution: 1 }),
    });
    map.getView().fit(contentOf(sheet, sheet.ink?.extent, latest.current.markers), { padding: fitPadding });
    const hitOf = (pixel: number[]) =>
      map.forEachFeatureAtPixel(pixel, (feature) => feature as Marker, {
        layerFilter: (one) => one === layer,
        hitTolerance: 8,
      });
    map.on('click', ({ pixel, coordinate }) => {
      const hit = hitOf(pixel);
      if (hit) latest.current.onOpen?.(markerOf(hit));
      else latest.current.onClick?.(fromSheet(coordinate, sheet));
    });
    map.on('pointermove', ({ pixel, dragging }) => {
      const hit = dragging ? undefined : hitOf(pixel);
      const [left = 0, top = 0] = pixel;
      setHovered(hit && { marker: markerOf(hit), left, top });
      map.getTargetElement().style.cursor = hit ? 'pointer' : latest.current.onClick ? 'crosshair' : '';
    });
    map.on('moveend', () => setResolution(map.getView().getResolution() ?? 1));
    const leave = () => setHovered(undefined);
    const viewport = map.getViewport();
    viewport.addEventListener('pointerleave', leave);
    setEngine({ map, layer });
    return () => {
      viewport.removeEventListener('pointerleave', leave);
      map.setTarget(undefined);
      map.dispose();
      setEngine(undefined);
    };
  }, [target, sheet]);

  useEffect(() => {
    if (!engine) return;
    const below = sheet.picture
      ? pictureLayer(sheet.picture, sheetProjection(sheet))
      : blankLayer(sheet, tokens[theme]);
    engine.map.addLayer(below);
    return () => {
      engine.map.removeLayer(below);
      below.dispose();
    };
  }, [engine, sheet, theme]);

  useEffect(() => {
    if (!engine || !draggable) return;
    const drag = new Translate({ layers: [engine.layer], hitTolerance: 10 });
    drag.on('translateend', (event) => {
      if (!wasMoved(event)) return;
      const [feature] = (event.features as Collection<Marker>).getArray();
      const at = feature?.getGeometry()?.getCoordinates();
      if (feature && at) latest.current.onMoved?.(markerOf(feature), fromSheet(at, sheet));
    });
    engine.map.addInteraction(drag);
    return () => {
      engine.map.removeInteraction(drag);
    };
  }, [engine, draggable, sheet]);

  useEffect(() => {
    const look = { tokens: tokens[theme], fontFamily: fontFamily(language), showValues, selectedId };
    let sides = new Map<number, Side>();
    let drawnAt = 0;
    engine?.layer.setStyle((feature, at) => {
      if (at !== drawnAt) sides = sidesOf(markers, look, sheet, at);
      drawnAt = at;
      const marker = markerOf(feature);
      return markerStyle(marker, look, sides.get(marker.id));
    });
  }, [engine, theme, language, showValues, selectedId, markers, sheet]);

  useEffect(() => {
    const source = engine?.layer.getSource();
    source?.clear(true);
    source?.addFeatures(markers.map((marker) => new Feature({ geometry: new Point(toSheet(marker, sheet)), marker })));
  }, [engine, markers, sheet]);

  return {
    zoomBy: (step) => {
      const view = engine?.map.getView();
      view?.animate({ zoom: (view.getZoom() ?? 0) + step, duration: 150 });
    },
    fit: () =>
      engine?.map.getView().fit(contentOf(sheet, sheet.ink?.extent, markers), { padding: fitPadding, duration: 150 }),
    hovered,
    resolution,
  };
}
