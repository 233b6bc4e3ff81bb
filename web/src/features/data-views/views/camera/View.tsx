import { useTranslation } from 'react-i18next';
import { DeviceState } from '@/entities/device/device-state';
import { Can } from '@/entities/permission/can';
import { formatNumber } from '@/ui/format/number';
import { NextLink } from '@/ui/next-link';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import { consolePath } from '../../components/range-empty';
import type { ViewProps } from '../../model/view';
import { useFeedDevices } from '../../queries/point';
import styles from './view.module.css';

/** camera: the state of the camera of a point. Pictures come with the cameras. */
export default function CameraView({ projectId, point }: ViewProps) {
  const { t } = useTranslation(['data-views', 'common']);
  const devices = useFeedDevices(projectId, point.structureId, point.id);
  if (!devices) return <PanelSkeleton rows={4} />;
  if (devices.length === 0) {
    return (
      <Panel fill>
        <PanelEmpty
          title={t('header.noDevice')}
          hint={t('camera.hint')}
          action={
            <Can any={['Update:MeasuringPoint']}>
              <NextLink to={consolePath(point, 'binding')}>{t('camera.bind')}</NextLink>
            </Can>
          }
        />
      </Panel>
    );
  }
  return (
    <Panel fill title={t('camera.state')}>
      <ul className={styles.list}>
        {devices.map((device) => (
          <li key={device.id} className={styles.device}>
            <b>{device.name || device.sncode}</b>
            <span className={styles.facts}>{[device.sncode, device.model].filter(Boolean).join('·')}</span>
            <DeviceState state={device.state} health={device.health} />
            {device.voltage !== null && (
              <span className={styles.facts}>
                {t('header.voltage')} {formatNumber(device.voltage, 2)} V
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t('camera.hint')}</p>
    </Panel>
  );
}
