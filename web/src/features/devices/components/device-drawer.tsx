import { useQuery } from '@tanstack/react-query';
import { Drawer, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery } from '@/api/catalogue';
import { deviceQuery } from '@/api/devices';
import type { Place } from '@/shared/configuration/editor';
import { ChannelsEditor } from '@/shared/configuration/editors/channels-editor';
import { CoefficientsEditor } from '@/shared/configuration/editors/coefficients-editor';
import { ConnectionEditor } from '@/shared/configuration/editors/connection-editor';
import { GeometryEditor } from '@/shared/configuration/editors/geometry-editor';
import { VersionStudio } from '@/shared/configuration/version-studio';
import { DeviceState } from '@/shared/ui/device-state';
import { QueryPanel } from '@/shared/ui/states';
import type { Device } from '../queries';
import { DeviceAccess, SecretCard } from './device-access';
import { DeviceForm } from './device-form';
import { FrameLog } from './frame-log';

interface Props {
  corporationId: number;
  projectId: number;
  zone: string;
  /** 0 makes a device. */
  deviceId: number;
  /** What a new device calls itself on the network, when that is known. */
  register?: string;
  onClose: () => void;
}

/** One device: who it is, its numbers, how it is connected, and how it sends. */
export function DeviceDrawer({ corporationId, projectId, zone, deviceId, register, onClose }: Props) {
  const { t } = useTranslation('console');
  const [made, setMade] = useState<{ device: Device; secret: string } | null>(null);
  const id = deviceId || made?.device.id || 0;
  const query = useQuery({ ...deviceQuery(corporationId, id), enabled: id > 0 });
  return (
    <Drawer
      closable={{ placement: 'end' }}
      open
      size={720}
      mask={false}
      title={
        query.data ? (
          <>
            {query.data.sncode} <DeviceState state={query.data.state.status} health={query.data.state.health} />
          </>
        ) : (
          t('devices.add')
        )
      }
      onClose={onClose}
      styles={{ body: { padding: 0 } }}
    >
      {id === 0 ? (
        <DeviceForm
          corporationId={corporationId}
          projectId={projectId}
          device={null}
          register={register}
          onMade={(device, secret) => setMade({ device, secret })}
          onClose={onClose}
        />
      ) : (
        <QueryPanel query={query} rows={8}>
          {(device) => (
            <>
              {made && <SecretCard device={device} secret={made.secret} />}
              <DeviceTabs
                corporationId={corporationId}
                projectId={projectId}
                zone={zone}
                device={device}
                onClose={onClose}
              />
            </>
          )}
        </QueryPanel>
      )}
    </Drawer>
  );
}

interface TabsProps {
  corporationId: number;
  projectId: number;
  zone: string;
  device: Device;
  onClose: () => void;
}

function DeviceTabs({ corporationId, projectId, zone, device, onClose }: TabsProps) {
  const { t } = useTranslation('console');
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const type = types.find((one) => one.code === device.type);
  const owner = { kind: 'device' as const, corporationId, id: device.id };
  const place: Place = { projectId, corporationId, zone, measurement: '', category: device.type, pointId: 0 };
  const studio = { owner, place, dense: true };
  return (
    <Tabs
      style={{ padding: '0 14px' }}
      destroyOnHidden
      items={[
        {
          key: 'info',
          label: t('deviceTab.info'),
          children: (
            <DeviceForm corporationId={corporationId} projectId={projectId} device={device} onClose={onClose} />
          ),
        },
        {
          key: 'coefficients',
          label: t('deviceTab.coefficients'),
          children: (
            <VersionStudio {...studio} aspect="coefficients" blank={{ values: {} }} Editor={CoefficientsEditor} />
          ),
        },
        ...(type?.nodes
          ? [
              {
                key: 'geometry',
                label: t('deviceTab.geometry'),
                children: (
                  <VersionStudio
                    {...studio}
                    aspect="geometry"
                    blank={{ segmentLen: 500, minDepth: 0, markAngle: 0, nodes: [] }}
                    Editor={GeometryEditor}
                  />
                ),
              },
            ]
          : []),
        ...(device.register
          ? []
          : [
              {
                key: 'connection',
                label: t('deviceTab.connection'),
                children: (
                  <VersionStudio
                    {...studio}
                    aspect="connection"
                    blank={{ collectorId: 0, channelNo: 1 }}
                    Editor={ConnectionEditor}
                  />
                ),
              },
            ]),
        ...(device.kind === 'Collector'
          ? [
              {
                key: 'channels',
                label: t('deviceTab.channels'),
                children: (
                  <VersionStudio {...studio} aspect="channels" blank={{ channels: [] }} Editor={ChannelsEditor} />
                ),
              },
            ]
          : []),
        ...(device.register
          ? [
              { key: 'access', label: t('deviceTab.access'), children: <DeviceAccess device={device} /> },
              { key: 'frames', label: t('deviceTab.frames'), children: <FrameLog device={device} zone={zone} /> },
            ]
          : []),
      ]}
    />
  );
}
