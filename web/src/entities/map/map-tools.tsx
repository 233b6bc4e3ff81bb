import { Button, Segmented } from 'antd';
import type OlMap from 'ol/Map';
import { useTranslation } from 'react-i18next';
import { baseKinds, useBaseChoice, useMapInfo } from './map-info';
import { MapSearch } from './map-search';
import styles from './map-tools.module.css';
import type { Site } from './site';

interface Props {
  map: OlMap | undefined;
  sites: readonly Site[];
  onFound?: (longitude: number, latitude: number) => void;
}

/** Search, the choice of base layer if there is an online map, and its errors. */
export function MapTools({ map, sites, onFound }: Props) {
  const { t } = useTranslation('map');
  const { online, failing, askAgain } = useMapInfo();
  const { kind, choose } = useBaseChoice();
  return (
    <div className={styles.tools}>
      {online && (
        <Segmented
          className={styles.layers ?? ''}
          aria-label={t('layers')}
          value={kind}
          disabled={failing}
          options={baseKinds.map((value) => ({ value, label: t(`layer.${value}`) }))}
          onChange={choose}
        />
      )}
      <MapSearch map={map} sites={sites} {...(onFound ? { onFound } : {})} />
      {online && failing && (
        <div className={styles.failing} role="status">
          {t('failing')}
          <Button type="link" onClick={askAgain}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
