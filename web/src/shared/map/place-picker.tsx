import { AimOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { toLonLat } from 'ol/proj';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoordinateField } from './coordinate-field';
import { MapControls } from './map-controls';
import { MapTools } from './map-tools';
import styles from './place-picker.module.css';
import { placeZoom, type Site } from './site';
import { useBaseMap } from './use-base-map';
import { type LonLat, usePin } from './use-pin';
import { placeOf, useSites } from './use-sites';
import { fitTo, moveTo, zoomBy } from './view-moves';

interface Props {
  /** What the place is of. */
  name?: string | undefined;
  start?: LonLat | undefined;
  /** Others on the map, to find the way by. */
  sites?: readonly Site[] | undefined;
  onClose: () => void;
  /** Undefined: no place. */
  onPicked: (place: LonLat | undefined) => void;
}

const none: readonly Site[] = [];

/** Where something stands: a marker on a map, and the same in degrees, minutes and seconds. */
export function PlacePicker({ name, start, sites = none, onClose, onPicked }: Props) {
  const { t } = useTranslation('map');
  const [place, setPlace] = useState(start);
  return (
    <Modal
      open
      width={800}
      title={name ? t('pick.titleOf', { name }) : t('pick.title')}
      okText={t('pick.use')}
      okButtonProps={{ disabled: place !== undefined && !isPlace(place) }}
      onOk={() => onPicked(place)}
      onCancel={onClose}
    >
      <p className={styles.hint}>{t('pick.hint')}</p>
      <PickMap place={place} sites={sites} onPlaced={setPlace} />
      <div className={styles.fields}>
        {(['longitude', 'latitude'] as const).map((axis) => (
          <CoordinateField
            key={axis}
            axis={axis}
            label={t(`coordinate.${axis}`)}
            value={place?.[axis]}
            onChange={(degrees) =>
              setPlace((old) => {
                const next = { longitude: old?.longitude ?? Number.NaN, latitude: old?.latitude ?? Number.NaN };
                next[axis] = degrees ?? Number.NaN;
                return Number.isNaN(next.longitude) && Number.isNaN(next.latitude) ? undefined : next;
              })
            }
          />
        ))}
        <Button onClick={() => setPlace(undefined)} disabled={!place}>
          {t('pick.clear')}
        </Button>
      </div>
    </Modal>
  );
}

const isPlace = (place: LonLat) => Number.isFinite(place.longitude) && Number.isFinite(place.latitude);

interface MapProps {
  place: LonLat | undefined;
  sites: readonly Site[];
  onPlaced: (place: LonLat) => void;
}

function PickMap({ place, sites, onPlaced }: MapProps) {
  const { t } = useTranslation('map');
  const target = useRef<HTMLDivElement>(null);
  const map = useBaseMap(target);
  const at = place && isPlace(place) ? place : undefined;
  const [start] = useState(at);
  useSites(map, { sites, fitZoom: placeZoom });
  usePin(map, at, onPlaced);

  useEffect(() => {
    if (map && start) fitTo(map, [[start.longitude, start.latitude]], placeZoom, false);
  }, [map, start]);

  return (
    <div className={styles.map}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by arrow keys */}
      <div ref={target} className={styles.target} role="img" aria-label={t('pick.map')} tabIndex={0} />
      <MapTools map={map} sites={sites} onFound={(longitude, latitude) => onPlaced({ longitude, latitude })} />
      <MapControls
        onZoom={(step) => map && zoomBy(map, step)}
        onFit={() => {
          if (!map) return;
          const all = [...sites.map(placeOf), ...(at ? [placeOf(at)] : [])];
          fitTo(map, all, placeZoom);
        }}
      />
      <div className={styles.foot}>
        <Button
          icon={<AimOutlined aria-hidden />}
          onClick={() => {
            const [longitude = 0, latitude = 0] = toLonLat(map?.getView().getCenter() ?? [0, 0]);
            onPlaced({ longitude, latitude });
          }}
        >
          {t('pick.centre')}
        </Button>
        {at && <Button onClick={() => map && moveTo(map, at.longitude, at.latitude)}>{t('pick.show')}</Button>}
      </div>
    </div>
  );
}
