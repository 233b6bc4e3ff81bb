import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '@/api/devices';
import { CommandPanel } from '@/entities/command/command-panel';
import { ConnectionPanel } from '@/entities/command/connection-panel';
import { useKeepGoing } from '@/entities/command/use-keep-going';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useDeviceGroups } from '../configuration/queries';
import own from '../editors/point-settings.module.css';
import styles from '../pages/console.module.css';

interface Props {
  projectId: number;
  structureId: number;
  pointId: number;
  corporationId: number;
  zone: string;
}

/** Commands to the devices that feed a point: the queue, pending ones, keep sending, cancelling. */
export function PointCommands({ projectId, structureId, pointId, corporationId, zone }: Props) {
  const { t } = useTranslation(['point-settings', 'common']);
  const query = useDeviceGroups({ structureId, pointId });
  const [chosen, setChosen] = useState(0);
  return (
    <section aria-label={t('commands.title')}>
      <h3 className={own.heading}>{t('commands.title')}</h3>
      <ConnectionPanel corporationId={corporationId} structureId={structureId} pointId={pointId} zone={zone} />
      <QueryPanel query={query} rows={4}>
        {(groups) => {
          const now = Date.now();
          const group = groups.findLast((one) => one.from <= now && (one.until === 0 || one.until > now));
          const devices = [
            ...new Map(
              (group?.devices ?? []).flatMap((one) => (one.deviceId ? [[one.deviceId, one] as const] : [])),
            ).entries(),
          ];
          const deviceId = devices.some(([id]) => id === chosen) ? chosen : (devices[0]?.[0] ?? 0);
          if (deviceId === 0) return <PanelEmpty title={t('commands.none')} />;
          return (
            <>
              {devices.length > 1 && (
                <div className={styles.tools}>
                  <Select
                    className={own.device ?? ''}
                    aria-label={t('commands.device')}
                    value={deviceId}
                    options={devices.map(([id, one]) => ({ value: id, label: `${one.name} ${one.sncode}` }))}
                    onChange={setChosen}
                  />
                </div>
              )}
              <Asked
                key={deviceId}
                projectId={projectId}
                corporationId={corporationId}
                deviceId={deviceId}
                zone={zone}
              />
            </>
          );
        }}
      </QueryPanel>
    </section>
  );
}

function Asked(props: { projectId: number; corporationId: number; deviceId: number; zone: string }) {
  useKeepGoing(props);
  const { data: device } = useQuery(deviceQuery(props.corporationId, props.deviceId));
  return <CommandPanel {...props} model={device?.model} />;
}
