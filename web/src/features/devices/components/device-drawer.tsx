import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQuery, deviceStateMs } from '@/api/devices';
import { SecretCard } from '@/entities/device/device-access';
import { DeviceState } from '@/entities/device/device-state';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { QueryPanel } from '@/ui/states';
import tall from '@/ui/tall-tabs.module.css';
import type { Device } from '../queries';
import { DeviceForm } from './device-form';
import { DeviceParts } from './device-parts';
import { FailingPointsNotice } from './failing-points-notice';

interface Props {
  corporationId: number;
  projectId: number;
  /** Whether a new device goes to the corporation's stock. */
  inStock?: boolean;
  zone: string;
  /** 0 creates a device. */
  deviceId: number;
  /** The register of a new device, if known. */
  register?: string;
  onClose: () => void;
}

/** The drawer's part of the address; the rest belongs to the list behind it. */
const places = ['device', 'tab'];

/** One device: identity, calibration, connection and operation. */
export function DeviceDrawer({ corporationId, projectId, inStock = false, zone, deviceId, register, onClose }: Props) {
  const { t } = useTranslation('console');
  const [made, setMade] = useState<{ device: Device; secret: string } | null>(null);
  const id = deviceId || made?.device.id || 0;
  const unsaved = useUnsaved(false, places);
  const close = () => unsaved.leave(onClose);
  const query = useQuery({ ...deviceQuery(corporationId, id), enabled: id > 0, refetchInterval: deviceStateMs });
  return (
    <Drawer
      closable={{ placement: 'end' }}
      open
      size={640}
      mask={false}
      title={
        query.data ? (
          <>
            {query.data.sncode} <DeviceState state={query.data.state.status} health={query.data.state.health} />
          </>
        ) : (
          id === 0 && t('devices.add')
        )
      }
      onClose={close}
      classNames={{ body: tall.area ?? '' }}
      styles={{ body: { padding: 0 } }}
    >
      <Unsaved of={unsaved}>
        {id === 0 ? (
          <DeviceForm
            corporationId={corporationId}
            projectId={projectId}
            inStock={inStock}
            device={null}
            register={register}
            onSecret={(device, secret) => setMade({ device, secret })}
            onClose={close}
          />
        ) : (
          <QueryPanel query={query} rows={8}>
            {(device) => (
              <>
                {made && <SecretCard device={device} secret={made.secret} />}
                {device.ailing.length > 0 && <FailingPointsNotice device={device} zone={zone} />}
                <DeviceParts
                  corporationId={corporationId}
                  projectId={projectId}
                  zone={zone}
                  device={device}
                  onSecret={(changed, secret) => setMade({ device: changed, secret })}
                  onClose={close}
                />
              </>
            )}
          </QueryPanel>
        )}
      </Unsaved>
    </Drawer>
  );
}
