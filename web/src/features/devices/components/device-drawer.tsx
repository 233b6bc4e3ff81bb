import { useQuery } from '@tanstack/react-query';
import { Drawer, Skeleton, Tabs } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceType } from '@/api/catalogue';
import { deviceQuery, deviceStateMs } from '@/api/devices';
import { CommandPanel } from '@/shared/commands/command-panel';
import { useKeepGoing } from '@/shared/commands/use-keep-going';
import type { Place } from '@/shared/configuration/editor';
import { ChannelsEditor } from '@/shared/configuration/editors/channels-editor';
import { CoefficientsEditor } from '@/shared/configuration/editors/coefficients-editor';
import { ConnectionEditor } from '@/shared/configuration/editors/connection-editor';
import { GeometryEditor } from '@/shared/configuration/editors/geometry-editor';
import { countNodes } from '@/shared/configuration/nodes';
import { VersionStudio } from '@/shared/configuration/version-studio';
import { DeviceAccess, SecretCard } from '@/shared/device-access/device-access';
import { Unsaved, useUnsaved } from '@/shared/form/unsaved';
import { useAddress } from '@/shared/table/use-address';
import { DeviceState } from '@/shared/ui/device-state';
import { QueryPanel } from '@/shared/ui/states';
import { usePhone } from '@/shared/ui/use-media';
import { UpdateRecords } from '@/shared/update-records/update-records';
import styles from '../devices.module.css';
import { BasicEditor, ChartEditor, PamEditor, ResolveEditor } from '../editors/block-editors';
import { HemEditor } from '../editors/hem-editor';
import { RangesEditor } from '../editors/ranges-editor';
import type { Device } from '../queries';
import { AilingNotice } from './ailing-notice';
import { CalibrationPanel, HealthPanel, WarningsPanel } from './care-panels';
import { DeviceForm } from './device-form';
import { FrameLog } from './frame-log';
import { GDMPanel } from './gdm-panel';
import { InitPanel } from './init-panel';
import { ProcessorPanel } from './processor-panel';

interface Props {
  corporationId: number;
  projectId: number;
  /** A new device goes into the corporation's stock. */
  inStock?: boolean;
  zone: string;
  /** 0 makes a device. */
  deviceId: number;
  /** What a new device calls itself on the network, when that is known. */
  register?: string;
  onClose: () => void;
}

/** What the address says of the drawer: the list behind it has the rest. */
const places = ['device', 'tab'];

/** One device: who it is, its numbers, how it is connected, and how it sends. */
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
      size={860}
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
                {device.ailing.length > 0 && <AilingNotice device={device} zone={zone} />}
                <DeviceTabs
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

interface TabsProps {
  corporationId: number;
  projectId: number;
  zone: string;
  device: Device;
  onSecret: (device: Device, secret: string) => void;
  onClose: () => void;
}

/** The parts of a device: those that its type has (domain devices.md appendix B). */
function DeviceTabs({ corporationId, projectId, zone, device, onSecret, onClose }: TabsProps) {
  const { t } = useTranslation(['devices', 'console', 'commands', 'sites']);
  const type = useDeviceType(device.type);
  const phone = usePhone();
  const { search, put } = useAddress();
  const where = { corporationId, deviceId: device.id };
  useKeepGoing(where);
  const owner = { kind: 'device' as const, corporationId, id: device.id };
  const place: Place = { projectId, corporationId, zone, measurement: '', category: device.type, pointId: 0 };
  const studio = { owner, place, dense: true };
  const has = (block: string) => type?.blocks.includes(block) ?? false;
  const tabs: { key: string; label: string; shown: boolean; children: ReactNode }[] = [
    {
      key: 'info',
      label: t('console:deviceTab.info'),
      shown: true,
      children: (
        <DeviceForm
          key={device.register ?? ''}
          corporationId={corporationId}
          projectId={projectId}
          device={device}
          onSecret={onSecret}
          onClose={onClose}
        />
      ),
    },
    {
      key: 'basic',
      label: t('tab.basic'),
      shown: true,
      children: <VersionStudio {...studio} aspect="basic" blank={{}} Editor={BasicEditor} />,
    },
    {
      key: 'coefficients',
      label: t('console:deviceTab.coefficients'),
      shown: device.kind === 'Measuring', // others have nothing to calibrate
      children: (
        <VersionStudio
          {...studio}
          aspect="coefficients"
          blank={{ values: type?.defaults.coefficients ?? {} }}
          Editor={CoefficientsEditor}
        />
      ),
    },
    {
      key: 'ranges',
      label: t('tab.ranges'),
      shown: type?.rawFields.length !== 0,
      children: <VersionStudio {...studio} aspect="ranges" blank={{ list: [] }} Editor={RangesEditor} />,
    },
    {
      key: 'geometry',
      label: t('console:deviceTab.geometry'),
      shown: type?.geometry ?? false,
      children: (
        <VersionStudio
          {...studio}
          aspect="geometry"
          blank={{
            segmentLen: type?.defaults.segmentLen ?? 500,
            minDepth: 0,
            markAngle: 0,
            nodes: countNodes([], type?.defaults.nodes ?? 0),
          }}
          Editor={GeometryEditor}
        />
      ),
    },
    {
      key: 'connection',
      label: t('console:deviceTab.connection'),
      // What sends under its own register comes by itself; a collector may still stand behind a DTU.
      shown: !device.register || device.kind === 'Collector',
      children: (
        <VersionStudio
          {...studio}
          aspect="connection"
          blank={{ collectorId: 0, channelNo: 1 }}
          Editor={ConnectionEditor}
        />
      ),
    },
    {
      key: 'init',
      label: t('tab.init'),
      shown: has('init'),
      children: <InitPanel where={where} place={place} />,
    },
    {
      key: 'gdmAngle',
      label: t('tab.gdmAngle'),
      shown: has('gdmAngleInit'),
      children: <GDMPanel where={where} place={place} />,
    },
    {
      key: 'channels',
      label: t('console:deviceTab.channels'),
      shown: has('channelConfig'),
      children: <VersionStudio {...studio} aspect="channels" blank={{ channels: [] }} Editor={ChannelsEditor} />,
    },
    {
      key: 'hem',
      label: t('tab.hem'),
      shown: has('hemConfig'),
      children: <VersionStudio {...studio} aspect="hem" blank={{ slaves: [] }} Editor={HemEditor} />,
    },
    {
      key: 'processor',
      label: t('tab.processor'),
      shown: has('processorConfig'),
      children: <ProcessorPanel where={where} place={place} />,
    },
    {
      key: 'chart',
      label: t('tab.chart'),
      shown: has('chartConfig'),
      children: <VersionStudio {...studio} aspect="chart" blank={{}} Editor={ChartEditor} />,
    },
    {
      key: 'pam',
      label: t('tab.pam'),
      shown: has('pamConfig'),
      children: <VersionStudio {...studio} aspect="pam" blank={{}} Editor={PamEditor} />,
    },
    {
      key: 'resolve',
      label: t('tab.resolve'),
      shown: has('resolveConfig'),
      children: <VersionStudio {...studio} aspect="resolve" blank={{ elevationMask: 15 }} Editor={ResolveEditor} />,
    },
    {
      key: 'calibration',
      label: t('tab.calibration'),
      shown: has('calibrationFile'),
      children: <CalibrationPanel where={where} zone={zone} />,
    },
    { key: 'health', label: t('tab.health'), shown: true, children: <HealthPanel where={where} device={device} /> },
    { key: 'warnings', label: t('tab.warnings'), shown: true, children: <WarningsPanel where={where} zone={zone} /> },
    {
      key: 'access',
      label: t('console:deviceTab.access'),
      shown: Boolean(device.register),
      children: <DeviceAccess device={device} />,
    },
    {
      key: 'commands',
      label: t('commands:tab'),
      shown: true,
      children: <CommandPanel corporationId={corporationId} deviceId={device.id} zone={zone} />,
    },
    {
      key: 'frames',
      label: t('console:deviceTab.frames'),
      shown: Boolean(device.register),
      children: <FrameLog device={device} zone={zone} />,
    },
    {
      key: 'records',
      label: t('sites:records.title'),
      shown: true,
      children: <UpdateRecords about={where} zone={zone} />,
    },
  ];
  if (!type) return <Skeleton active style={{ padding: 16 }} />; // its parts and what they start with
  const shown = tabs.filter((one) => one.shown);
  const chosen = shown.find((one) => one.key === search.get('tab'))?.key ?? 'info';
  return (
    <Tabs
      className={styles.parts ?? ''}
      tabPlacement={phone ? 'top' : 'start'}
      destroyOnHidden
      activeKey={chosen}
      onChange={(key) => put({ tab: key === 'info' ? null : key })}
      items={shown.map(({ shown: _shown, ...tab }) => tab)}
    />
  );
}
