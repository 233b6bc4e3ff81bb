import { type Ref, useImperativeHandle, useRef } from 'react';
import { LazyMapTools } from './lazy-map-tools';
import { MapControls } from './map-controls';
import { MapFoot } from './map-foot';
import { MapScale } from './map-scale';
import type { Site } from './site';
import styles from './site-map.module.css';
import type { Cursor, Track } from './track';
import { useBaseMap } from './use-base-map';
import { fitTrack, useTrack } from './use-track';
import { zoomBy } from './view-moves';

/** The map as it is on the screen, twice its size. */
export interface MapHandle {
  canvas: () => HTMLCanvasElement | null;
}

interface Props {
  track: Track;
  cursor: Cursor;
  /** Label for screen readers; the lists next to it have the same content. */
  label: string;
  handle: Ref<MapHandle>;
}

const noSites: readonly Site[] = [];

/** The way of a tracker on the online base map or the one that ships. */
export function TrackMap({ track, cursor, label, handle }: Props) {
  const target = useRef<HTMLDivElement>(null);
  const map = useBaseMap(target);
  useTrack(map, track, cursor);
  useImperativeHandle(handle, () => ({ canvas: () => target.current && pictureOf(target.current) }), []);
  return (
    <div className={styles.map}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by arrow keys */}
      <div ref={target} className={styles.target} role="img" aria-label={label} tabIndex={0} />
      <LazyMapTools map={map} sites={noSites} />
      <MapControls onZoom={(step) => map && zoomBy(map, step)} onFit={() => map && fitTrack(map, track)} />
      <MapFoot>
        <MapScale map={map} />
      </MapFoot>
    </div>
  );
}

/** pictureOf draws the layers of a map onto one canvas. */
function pictureOf(target: HTMLElement): HTMLCanvasElement {
  const sheet = document.createElement('canvas');
  const { width, height } = target.getBoundingClientRect();
  sheet.width = width * 2;
  sheet.height = height * 2;
  const pen = sheet.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw pictures');
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--sea');
  pen.fillRect(0, 0, sheet.width, sheet.height);
  for (const canvas of target.querySelectorAll<HTMLCanvasElement>('.ol-layer canvas')) {
    const opacity = (canvas.parentNode as HTMLElement).style.opacity || canvas.style.opacity;
    pen.globalAlpha = opacity === '' ? 1 : Number(opacity);
    pen.drawImage(canvas, 0, 0, sheet.width, sheet.height);
  }
  return sheet;
}
