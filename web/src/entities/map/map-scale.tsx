import type OlMap from 'ol/Map';
import { getPointResolution, toLonLat } from 'ol/proj';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeText } from './coordinate';
import styles from './map-foot.module.css';
import { useMapInfo } from './map-info';
import { lengthText, scaleBar } from './scale-bar';

const mostPixels = 90;

interface View {
  metersPerPixel: number;
  longitude: number;
  latitude: number;
}

function viewOf(map: OlMap): View {
  const view = map.getView();
  const center = view.getCenter() ?? [0, 0];
  const [longitude = 0, latitude = 0] = toLonLat(center);
  const metersPerPixel = getPointResolution(view.getProjection(), view.getResolution() ?? 1, center, 'm');
  return { metersPerPixel, longitude, latitude };
}

/** The scale of a map, and the position of the pointer or, without one, of the center. */
export function MapScale({ map }: { map: OlMap | undefined }) {
  const { t } = useTranslation();
  const { online, failing } = useMapInfo();
  const [view, setView] = useState<View>();
  const [pointer, setPointer] = useState<readonly [number, number]>();

  useEffect(() => {
    if (!map) return;
    const onMoved = map.on('moveend', () => setView(viewOf(map)));
    const onPointer = map.on('pointermove', ({ coordinate }) => {
      const [longitude = 0, latitude = 0] = toLonLat(coordinate);
      setPointer([longitude, latitude]);
    });
    const leave = () => setPointer(undefined);
    const viewport = map.getViewport();
    viewport.addEventListener('pointerleave', leave);
    return () => {
      map.un('moveend', onMoved.listener as never);
      map.un('pointermove', onPointer.listener as never);
      viewport.removeEventListener('pointerleave', leave);
    };
  }, [map]);

  if (!view) return null;
  const bar = scaleBar(view.metersPerPixel, mostPixels);
  const [longitude, latitude] = pointer ?? [view.longitude, view.latitude];
  return (
    <div className={styles.scale}>
      {online && !failing && <span>{t('map.credit')}</span>}
      <span>
        {!pointer && `${t('map.middle')} `}
        {placeText(longitude, latitude, view.metersPerPixel)}
      </span>
      <span className={styles.bar} style={{ width: bar.pixels }}>
        {lengthText(bar.meters)}
      </span>
    </div>
  );
}
