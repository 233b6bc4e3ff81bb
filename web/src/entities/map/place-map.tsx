import { AimOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { toLonLat } from 'ol/proj';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapControls } from './map-controls';
import { MapFoot } from './map-foot';
import { MapScale } from './map-scale';
import { MapTools } from './map-tools';
import styles from './place-map.module.css';
import { placeOf } from './show-sites';
import { placeZoom, type Site } from './site';
import { useBaseMap } from './use-base-map';
import { type LonLat, usePin } from './use-pin';
import { useSites } from './use-sites';
import { fitTo, moveTo, zoomBy } from './view-moves';

interface Props {
  /** Undefined: no place yet. */
  place: LonLat | undefined;
  /** Other sites on the map, for orientation. */
  sites: readonly Site[];
  onPlaced: (place: LonLat) => void;
}

/** A map on which one marker is set by a click, by dragging, by a search, or at the center. */
export function PlaceMap({ place, sites, onPlaced }: Props) {
  const { t } = useTranslation('map');
  const target = useRef<HTMLDivElement>(null);
  const map = useBaseMap(target);
  const [start] = useState(place);
  useSites(map, { sites, fitZoom: placeZoom, ...(start ? { fit: [placeOf(start)] } : {}) });
  usePin(map, place, onPlaced);

  useEffect(() => {
    if (map && start) fitTo(map, [placeOf(start)], placeZoom, false);
  }, [map, start]);

  return (
    <>
      <p className={styles.hint}>{t('pick.hint')}</p>
      <div className={styles.map}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by arrow keys */}
        <div ref={target} className={styles.target} role="img" aria-label={t('pick.map')} tabIndex={0} />
        <MapTools map={map} sites={sites} onFound={(longitude, latitude) => onPlaced({ longitude, latitude })} />
        <MapControls
          onZoom={(step) => map && zoomBy(map, step)}
          onFit={() => map && fitTo(map, [...sites.map(placeOf), ...(place ? [placeOf(place)] : [])], placeZoom)}
        />
        <MapFoot>
          <span className={styles.buttons}>
            <Button
              icon={<AimOutlined aria-hidden />}
              onClick={() => {
                const [longitude = 0, latitude = 0] = toLonLat(map?.getView().getCenter() ?? [0, 0]);
                onPlaced({ longitude, latitude });
              }}
            >
              {t('pick.center')}
            </Button>
            {place && (
              <Button onClick={() => map && moveTo(map, place.longitude, place.latitude)}>{t('pick.show')}</Button>
            )}
          </span>
          <MapScale map={map} />
        </MapFoot>
      </div>
    </>
  );
}
