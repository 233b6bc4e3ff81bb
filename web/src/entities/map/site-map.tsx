import { useRef } from 'react';
import { LevelLegend } from '@/entities/alert/level-legend';
import { LazyMapTools } from './lazy-map-tools';
import { MapControls } from './map-controls';
import { MapFoot } from './map-foot';
import { MapScale } from './map-scale';
import { placeOf } from './show-sites';
import type { Site } from './site';
import styles from './site-map.module.css';
import { useStillMaps } from './still';
import { useBaseMap } from './use-base-map';
import { type Detail, useDetailSites } from './use-detail-sites';
import { useSites } from './use-sites';
import { fitTo, zoomBy } from './view-moves';

interface Props {
  sites: readonly Site[];
  /** Label for screen readers; the list next to it has the same content. */
  label: string;
  selectedId?: number;
  onOpen: (site: Site) => void;
  /** Largest zoom of fitting: 7 keeps a project among its neighbors, 16 shows the points of one. */
  fitZoom: number;
  /** What is below the sites, shown when zoomed in. */
  detail?: Detail;
  /** Shown first instead of the sites: [longitude, latitude]. */
  fit?: readonly (readonly [number, number])[] | undefined;
}

/** A map of sites on the online base map or the one that ships, with search, legend and controls. */
export function SiteMap({ sites, label, selectedId, onOpen, fitZoom, detail, fit }: Props) {
  const target = useRef<HTMLDivElement>(null);
  const map = useBaseMap(target);
  const still = useStillMaps();
  const shown = useDetailSites(map, sites, detail);
  useSites(map, { sites: shown, selectedId, onOpen, fitZoom, fit });
  return (
    <div className={styles.map}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by arrow keys */}
      <div ref={target} className={styles.target} role="img" aria-label={label} tabIndex={0} />
      {!still && <LazyMapTools map={map} sites={shown} />}
      <MapControls
        onZoom={(step) => map && zoomBy(map, step)}
        onFit={() => map && fitTo(map, fit ?? sites.map(placeOf), fitZoom)}
      />
      <MapFoot>
        <LevelLegend />
        <MapScale map={map} />
      </MapFoot>
    </div>
  );
}
