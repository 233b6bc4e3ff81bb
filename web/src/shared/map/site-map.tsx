import { FullscreenOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelLegend } from '@/shared/ui/level-legend';
import type { Site } from './site';
import styles from './site-map.module.css';
import { useOlMap } from './use-ol-map';

interface Props {
  sites: readonly Site[];
  /** What the map shows, for readers; the list beside it says the same in words. */
  label: string;
  selectedId?: number;
  onOpen: (site: Site) => void;
  /** How near fitting may come: 9 keeps a region around a site, 16 shows the points of one. */
  fitZoom: number;
}

/** A map of sites on the base map that ships with the program, with its legend and controls. */
export function SiteMap({ sites, label, selectedId, onOpen, fitZoom }: Props) {
  const { t } = useTranslation();
  const target = useRef<HTMLDivElement>(null);
  const map = useOlMap(target, { sites, selectedId, onOpen, fitZoom });
  const controls = [
    { name: t('map.zoomIn'), icon: <PlusOutlined aria-hidden />, act: () => map.zoomBy(1) },
    { name: t('map.zoomOut'), icon: <MinusOutlined aria-hidden />, act: () => map.zoomBy(-1) },
    { name: t('map.fit'), icon: <FullscreenOutlined aria-hidden />, act: map.fit },
  ];
  return (
    <div className={styles.map}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by arrow keys */}
      <div ref={target} className={styles.target} role="img" aria-label={label} tabIndex={0} />
      <div className={styles.controls}>
        {controls.map(({ name, icon, act }) => (
          <Tooltip key={name} title={name} placement="left">
            <button type="button" className={styles.control} aria-label={name} onClick={act}>
              {icon}
            </button>
          </Tooltip>
        ))}
      </div>
      <LevelLegend />
    </div>
  );
}
