import { FullscreenOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './site-map.module.css';
import { useStillMaps } from './still';

interface Props {
  onZoom: (step: number) => void;
  onFit: () => void;
  /** Places them in the lower corner, for pictures that start in the upper left. */
  low?: boolean;
}

/** Zoom in, zoom out and show all, for maps and drawings. */
export function MapControls({ onZoom, onFit, low = false }: Props) {
  const { t } = useTranslation();
  const still = useStillMaps();
  if (still) return null;
  const controls = [
    { name: t('map.zoomIn'), icon: <PlusOutlined aria-hidden />, act: () => onZoom(1) },
    { name: t('map.zoomOut'), icon: <MinusOutlined aria-hidden />, act: () => onZoom(-1) },
    { name: t('map.fit'), icon: <FullscreenOutlined aria-hidden />, act: onFit },
  ];
  return (
    <div className={`${styles.controls} ${low ? styles.low : ''}`}>
      {controls.map(({ name, icon, act }) => (
        <Tooltip key={name} title={name} placement="left">
          <button type="button" className={styles.control} aria-label={name} onClick={act}>
            {icon}
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
