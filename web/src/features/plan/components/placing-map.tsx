import { AimOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { toLonLat } from 'ol/proj';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelLegend } from '@/entities/alert/level-legend';
import { MapControls } from '@/entities/map/map-controls';
import { MapFoot } from '@/entities/map/map-foot';
import { MapScale } from '@/entities/map/map-scale';
import { MapTools } from '@/entities/map/map-tools';
import { placeOf } from '@/entities/map/show-sites';
import { markerZoom, type Site } from '@/entities/map/site';
import { useBaseMap } from '@/entities/map/use-base-map';
import { useMovableSites } from '@/entities/map/use-movable-sites';
import type { LonLat } from '@/entities/map/use-pin';
import { fitTo, moveTo, zoomBy } from '@/entities/map/view-moves';
import styles from '../pages/place-page.module.css';

interface Props {
  sites: readonly Site[];
  selectedId: number | undefined;
  label: string;
  mayMove: (id: number) => boolean;
  onSelect: (id: number) => void;
  /** A click on an empty place, or the button as an alternative to clicking; omitted if there is nothing to place. */
  onPlace: ((place: LonLat) => void) | undefined;
  onMoved: (id: number, place: LonLat) => void;
}

/** A map for placing and dragging markers, without clusters. */
export function PlacingMap({ sites, selectedId, label, onSelect, ...rest }: Props) {
  const { t } = useTranslation('map');
  const { onPlace } = rest;
  const chosenHere = useRef<number>(undefined);
  const target = useRef<HTMLDivElement>(null);
  const map = useBaseMap(target);
  const choose = (id: number) => {
    chosenHere.current = id;
    onSelect(id);
  };
  useMovableSites(map, { sites, selectedId, onSelect: choose, ...rest });
  const selected = useRef<Site>(undefined);

  useEffect(() => {
    selected.current = sites.find(({ id }) => id === selectedId);
  });

  // A selection in the list moves the map; one on the map keeps its place under the pointer.
  useEffect(() => {
    const site = selected.current;
    const here = selectedId === chosenHere.current;
    chosenHere.current = undefined;
    if (!map || !site || here || site.id !== selectedId) return;
    moveTo(
      map,
      site.longitude,
      site.latitude,
      Math.max(map.getView().getZoom() ?? 0, markerZoom[site.kind ?? 'project']),
    );
  }, [map, selectedId]);

  return (
    <div className={styles.map}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by arrow keys */}
      <div ref={target} className={styles.target} role="img" aria-label={label} tabIndex={0} />
      <MapTools map={map} sites={sites} />
      <MapControls
        onZoom={(step) => map && zoomBy(map, step)}
        onFit={() => map && fitTo(map, sites.map(placeOf), markerZoom.point)}
      />
      <MapFoot>
        <LevelLegend />
        <MapScale map={map} />
      </MapFoot>
      {onPlace && (
        <Button
          className={styles.center ?? ''}
          icon={<AimOutlined aria-hidden />}
          onClick={() => {
            const [longitude = 0, latitude = 0] = toLonLat(map?.getView().getCenter() ?? [0, 0]);
            onPlace({ longitude, latitude });
          }}
        >
          {t('pick.center')}
        </Button>
      )}
    </div>
  );
}
