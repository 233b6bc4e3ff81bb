import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceType } from '@/api/catalog';
import { CommandPanel } from '@/entities/command/command-panel';
import type { Place } from '@/entities/configuration/editor';
import { ChannelsEditor } from '@/entities/configuration/editors/channels-editor';
import { CoefficientsEditor } from '@/entities/configuration/editors/coefficients-editor';
import { ConnectionEditor } from '@/entities/configuration/editors/connection-editor';
import { GeometryEditor } from '@/entities/configuration/editors/geometry-editor';
import { countNodes } from '@/entities/configuration/nodes';
import { VersionStudio } from '@/entities/configuration/version-studio';
import { DeviceAccess } from '@/entities/device/device-access';
import { UpdateRecords } from '@/entities/update-records/update-records';
import { BasicEditor, ChartEditor, PamEditor, ResolveEditor } from '../editors/block-editors';
import { HemEditor } from '../editors/hem-editor';
import { LinkEditor } from '../editors/link-editor';
import { RangesEditor } from '../editors/ranges-editor';
import { usePictures } from '../picture-queries';
import type { Device } from '../queries';
import { useRecords } from '../record-queries';
import { ArrayPanel } from './array-panel';
import { CalibrationPanel, HealthPanel, WarningsPanel } from './care-panels';
import { DeviceForm } from './device-form';
import { FrameLog } from './frame-log';
import { GDMPanel } from './gdm-panel';
import { InitPanel } from './init-panel';
import { PicturePanel } from './picture-panel';
import { ProcessorPanel } from './processor-panel';
import { RecordsPanel } from './records-panel';

export interface Props {
  corporationId: number;
  projectId: number;
  zone: string;
  device: Device;
  onSecret: (device: Device, secret: string) => void;
  onClose: () => void;
}

export const groups = ['info', 'config', 'collect', 'health', 'messages', 'records'] as const;

export interface Part {
  key: string;
  group: (typeof groups)[number];
  label: string;
  shown: boolean;
  children: ReactNode;
}

/** All parts of a device; `shown` reports which of them its type has (domain devices.md appendix B). */
export function useParts(props: Props): Part[] {
  return [...useInfo(props), ...useConfig(props), ...useCollect(props), ...useOperation(props)];
}

function useDevice({ corporationId, projectId, zone, device }: Props) {
  const type = useDeviceType(device.type);
  const place: Place = { projectId, corporationId, zone, measurement: '', category: device.type, pointId: 0 };
  return {
    device,
    zone,
    type,
    place,
    where: { corporationId, deviceId: device.id },
    studio: { owner: { kind: 'device' as const, corporationId, id: device.id }, place, dense: true },
    has: (block: string) => type?.blocks.includes(block) ?? false,
  };
}

/** The device's identity and its calibration file. */
function useInfo(props: Props): Part[] {
  const { t } = useTranslation(['devices', 'console', 'commands', 'sites']);
  const { device, zone, where, has } = useDevice(props);
  return [
    {
      key: 'info',
      group: 'info',
      label: t('console:deviceTab.info'),
      shown: true,
      children: (
        <DeviceForm
          key={device.register ?? ''}
          corporationId={props.corporationId}
          projectId={props.projectId}
          device={device}
          onSecret={props.onSecret}
          onClose={props.onClose}
        />
      ),
    },
    {
      key: 'calibration',
      group: 'info',
      label: t('tab.calibration'),
      shown: has('calibrationFile'),
      children: <CalibrationPanel where={where} zone={zone} />,
    },
  ];
}

/** The computation and display of its readings. */
function useConfig(props: Props): Part[] {
  const { t } = useTranslation(['devices', 'console', 'commands', 'sites']);
  const { device, where, place, studio, type, has } = useDevice(props);
  return [
    {
      key: 'basic',
      group: 'config',
      label: t('tab.basic'),
      shown: true,
      children: <VersionStudio {...studio} aspect="basic" blank={{}} Editor={BasicEditor} />,
    },
    {
      key: 'coefficients',
      group: 'config',
      label: t('console:deviceTab.coefficients'),
      shown: device.kind === 'Measuring', // others have nothing to calibrate
      children: (
        <VersionStudio
          {...studio}
          aspect="coefficients"
          proposed={Object.keys(type?.defaults.coefficients ?? {}).length > 0}
          blank={{ values: type?.defaults.coefficients ?? {} }}
          Editor={CoefficientsEditor}
        />
      ),
    },
    {
      key: 'ranges',
      group: 'config',
      label: t('tab.ranges'),
      shown: type?.rawFields.length !== 0,
      children: <VersionStudio {...studio} aspect="ranges" blank={{ list: [] }} Editor={RangesEditor} />,
    },
    {
      key: 'geometry',
      group: 'config',
      label: t('console:deviceTab.geometry'),
      shown: type?.geometry ?? false,
      children: (
        <VersionStudio
          {...studio}
          aspect="geometry"
          proposed
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
      key: 'init',
      group: 'config',
      label: t('tab.init'),
      shown: has('init'),
      children: <InitPanel where={where} place={place} />,
    },
    {
      key: 'gdmAngle',
      group: 'config',
      label: t('tab.gdmAngle'),
      shown: has('gdmAngleInit'),
      children: <GDMPanel where={where} place={place} />,
    },
    {
      key: 'processor',
      group: 'config',
      label: t('tab.processor'),
      shown: has('processorConfig'),
      children: <ProcessorPanel where={where} place={place} />,
    },
    {
      key: 'chart',
      group: 'config',
      label: t('tab.chart'),
      shown: has('chartConfig'),
      children: <VersionStudio {...studio} aspect="chart" blank={{}} Editor={ChartEditor} />,
    },
    {
      key: 'pam',
      group: 'config',
      label: t('tab.pam'),
      shown: has('pamConfig'),
      children: <VersionStudio {...studio} aspect="pam" blank={{}} Editor={PamEditor} />,
    },
    {
      key: 'resolve',
      group: 'config',
      label: t('tab.resolve'),
      shown: has('resolveConfig'),
      children: (
        <VersionStudio {...studio} aspect="resolve" proposed blank={{ elevationMask: 15 }} Editor={ResolveEditor} />
      ),
    },
  ];
}

/** Its connection, and what is connected to it. */
function useCollect(props: Props): Part[] {
  const { t } = useTranslation(['devices', 'console', 'commands', 'sites']);
  const { device, zone, where, studio, has } = useDevice(props);
  return [
    {
      key: 'connection',
      group: 'collect',
      label: t('console:deviceTab.connection'),
      // A device with a register connects by itself; a collector may still be connected to a DTU.
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
      key: 'channels',
      group: 'collect',
      label: t('console:deviceTab.channels'),
      shown: has('channelConfig'),
      children: <VersionStudio {...studio} aspect="channels" blank={{ channels: [] }} Editor={ChannelsEditor} />,
    },
    {
      key: 'link',
      group: 'collect',
      label: t('tab.link'),
      shown: true,
      children: <VersionStudio {...studio} aspect="link" blank={{}} Editor={LinkEditor} />,
    },
    {
      key: 'array',
      group: 'collect',
      label: t('tab.array'),
      shown: device.protocolCode === 'ADMI' && Boolean(device.register),
      children: <ArrayPanel where={where} zone={zone} />,
    },
    {
      key: 'hem',
      group: 'collect',
      label: t('tab.hem'),
      shown: has('hemConfig'),
      children: <VersionStudio {...studio} aspect="hem" blank={{ slaves: [] }} Editor={HemEditor} />,
    },
  ];
}

/** Devices that may send pictures; others show them once there are some. */
function takesPictures({ type, protocolCode }: Device): boolean {
  return protocolCode === 'HYDRO' || type === 'GDM' || type === 'Camera';
}

/** Its operation: health, messages and records. */
function useOperation(props: Props): Part[] {
  const { t } = useTranslation(['devices', 'console', 'commands', 'sites', 'records']);
  const { device, zone, where, type } = useDevice(props);
  const pictures = usePictures(where);
  const dynamic = type?.measurements.includes('Vibration') ?? false;
  const vibration = useRecords(where, 0, dynamic && device.kind !== 'Measuring');
  return [
    {
      key: 'health',
      group: 'health',
      label: t('tab.health'),
      shown: true,
      children: <HealthPanel where={where} device={device} />,
    },
    {
      key: 'warnings',
      group: 'health',
      label: t('tab.warnings'),
      shown: true,
      children: <WarningsPanel where={where} zone={zone} />,
    },
    {
      key: 'access',
      group: 'messages',
      label: t('console:deviceTab.access'),
      shown: Boolean(device.register),
      children: <DeviceAccess device={device} />,
    },
    {
      key: 'commands',
      group: 'messages',
      label: t('commands:tab'),
      shown: true,
      children: (
        <CommandPanel
          {...where}
          zone={zone}
          model={device.model}
          {...(device.projectId && { projectId: device.projectId })}
        />
      ),
    },
    {
      key: 'frames',
      group: 'messages',
      label: t('console:deviceTab.frames'),
      shown: Boolean(device.register),
      children: <FrameLog device={device} zone={zone} />,
    },
    {
      key: 'pictures',
      group: 'messages',
      label: t('pictures.title'),
      shown: takesPictures(device) || (pictures.data?.pages[0]?.length ?? 0) > 0,
      children: <PicturePanel where={where} zone={zone} />,
    },
    {
      key: 'vibration',
      group: 'messages',
      label: t('records:tab'),
      shown: dynamic && (device.kind === 'Measuring' || (vibration.data?.pages[0]?.length ?? 0) > 0),
      children: <RecordsPanel where={where} zone={zone} />,
    },
    {
      key: 'records',
      group: 'records',
      label: t('sites:records.title'),
      shown: true,
      children: <UpdateRecords about={where} zone={zone} />,
    },
  ];
}
