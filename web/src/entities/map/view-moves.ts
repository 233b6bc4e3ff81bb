import { boundingExtent } from 'ol/extent';
import type { TranslateEvent } from 'ol/interaction/Translate';
import type OlMap from 'ol/Map';
import { fromLonLat } from 'ol/proj';
import { startView } from './site';

const zoomMs = 250;

/** Room around what is fitted: for markers, their names at the right, the controls and the legend. */
const fitPadding = [60, 160, 84, 40];

/** Reports whether a marker was moved: a click that only selects it also ends a drag. */
export function wasMoved({ coordinate, startCoordinate }: TranslateEvent): boolean {
  return coordinate.some((value, axis) => value !== startCoordinate[axis]);
}

function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Shows all of the places ([longitude, latitude]), no nearer than a zoom. */
export function fitTo(
  map: OlMap,
  places: readonly (readonly [number, number])[],
  maxZoom: number,
  animated = true,
): void {
  const coordinates = places.map((place) => fromLonLat([...place]));
  if (coordinates.length === 0) return;
  const [width = 0] = map.getSize() ?? [];
  const padding = fitPadding.map((side) => Math.min(side, width / 4));
  map.getView().fit(boundingExtent(coordinates), { padding, maxZoom, duration: animated && !still() ? zoomMs : 0 });
}

/** Moves to a position; keeps the current zoom if none is given. */
export function moveTo(map: OlMap, longitude: number, latitude: number, zoom?: number): void {
  const view = map.getView();
  view.animate({
    center: fromLonLat([longitude, latitude]),
    zoom: zoom ?? view.getZoom() ?? startView.zoom,
    duration: still() ? 0 : zoomMs,
  });
}

export function zoomBy(map: OlMap, step: number): void {
  const view = map.getView();
  view.animate({ zoom: (view.getZoom() ?? startView.zoom) + step, duration: still() ? 0 : zoomMs });
}
