import { useQuery } from '@tanstack/react-query';
import { Select, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceListQuery, deviceQuery, deviceStateMs } from '@/api/devices';
import { CommandPanel } from '@/entities/command/command-panel';
import { useKeepGoing } from '@/entities/command/use-keep-going';
import { DeviceState } from '@/entities/device/device-state';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { defaultZone } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { Bench } from '../components/bench';
import { DeadFrames } from '../components/dead-frames';
import { DeviceSide } from '../components/device-side';
import { TestRunTab } from '../components/test-run';
import styles from '../debug.module.css';
import { frameText, hexText } from '../model/bytes';
import type { Where } from '../queries';

const tabs = ['frames', 'run', 'side', 'dead', 'commands'] as const;

/** A device's traffic, a trial decoder for frames, and its commands. */
export default function DebugPage() {
  const { t } = useTranslation(['debug', 'commands']);
  const { search, put } = useAddress();
  const corporationId = useSession()?.user.corporationId ?? 0;
  const first = useQuery({ ...deviceListQuery(corporationId, { pageSize: 50 }), enabled: corporationId > 0 });
  const deviceId = Number(search.get('device') ?? 0) || first.data?.list[0]?.id || 0;
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'frames';
  return (
    <div className={styles.page}>
      <Panel fill>
        <div className={styles.column}>
          <div className={styles.head}>
            <DevicePicker
              corporationId={corporationId}
              deviceId={deviceId}
              onChoose={(id) => put({ device: id ? String(id) : null })}
            />
          </div>
          {deviceId === 0 ? (
            <PanelEmpty title={t('choose')} hint={t('chooseHint')} />
          ) : (
            <Parts
              key={deviceId}
              where={{ corporationId, deviceId }}
              tab={tab}
              onTab={(next) => put({ tab: next === 'frames' ? null : next })}
            />
          )}
        </div>
      </Panel>
    </div>
  );
}

function DevicePicker({
  corporationId,
  deviceId,
  onChoose,
}: {
  corporationId: number;
  deviceId: number;
  onChoose: (id: number) => void;
}) {
  const { t } = useTranslation('debug');
  const [text, setText] = useState('');
  const found = useQuery({
    ...deviceListQuery(corporationId, { ...(text && { name: text }), pageSize: 50 }),
    enabled: corporationId > 0,
  });
  const one = useQuery({
    ...deviceQuery(corporationId, deviceId),
    enabled: deviceId > 0,
    refetchInterval: deviceStateMs,
  });
  const list = found.data?.list ?? [];
  const shown = one.data && !list.some(({ id }) => id === deviceId) ? [one.data, ...list] : list;
  return (
    <>
      <Select<number>
        className={styles.picker ?? ''}
        aria-label={t('device')}
        placeholder={t('choose')}
        showSearch={{ filterOption: false, onSearch: setText }}
        loading={found.isFetching}
        value={deviceId || null}
        options={shown.map(({ id, name, sncode }) => ({ value: id, label: `${name} · ${sncode}` }))}
        notFoundContent={t('noDevices')}
        onChange={onChoose}
      />
      {one.data && (
        <span className={`${styles.line} ${styles.quiet}`}>
          <DeviceState state={one.data.state.status} health={one.data.state.health} />
          {one.data.register && <span>{`${t('register')} ${one.data.register}`}</span>}
          {one.data.state.firmware && <span>{`${t('firmware')} ${one.data.state.firmware}`}</span>}
        </span>
      )}
    </>
  );
}

function Parts({ where, tab, onTab }: { where: Where; tab: (typeof tabs)[number]; onTab: (tab: string) => void }) {
  const { t } = useTranslation(['debug', 'commands']);
  const query = useQuery(deviceQuery(where.corporationId, where.deviceId));
  const [tried, setTried] = useState('');
  const mayImport = useCan('Create:Data');
  useKeepGoing(where);
  return (
    <QueryPanel query={query} rows={8}>
      {(device) => {
        const zone = device.timeZone || defaultZone;
        return (
          <Tabs
            className={styles.parts ?? ''}
            destroyOnHidden
            activeKey={tab}
            onChange={onTab}
            items={[
              {
                key: 'frames',
                label: t('tab.frames'),
                children: (
                  <Bench
                    key={tried}
                    where={where}
                    device={device}
                    zone={zone}
                    start={tried}
                    filesAt={
                      device.projectId && mayImport
                        ? `/projects/${device.projectId}/devices/${device.id}/import`
                        : undefined
                    }
                  />
                ),
              },
              {
                key: 'run',
                label: t('tab.run'),
                children: (
                  <TestRunTab
                    where={where}
                    device={device}
                    zone={zone}
                    onInspect={(bytes) => {
                      setTried(frameText(bytes) ?? hexText(bytes));
                      onTab('frames');
                    }}
                  />
                ),
              },
              { key: 'side', label: t('tab.side'), children: <DeviceSide where={where} device={device} zone={zone} /> },
              {
                key: 'dead',
                label: t('tab.dead'),
                children: (
                  <DeadFrames
                    where={where}
                    zone={zone}
                    onTry={(text) => {
                      setTried(text);
                      onTab('frames');
                    }}
                  />
                ),
              },
              {
                key: 'commands',
                label: t('commands:tab'),
                children: (
                  <CommandPanel
                    {...where}
                    zone={zone}
                    model={device.model}
                    {...(device.projectId && { projectId: device.projectId })}
                  />
                ),
              },
            ]}
          />
        );
      }}
    </QueryPanel>
  );
}
