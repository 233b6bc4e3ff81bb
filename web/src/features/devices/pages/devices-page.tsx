import { PlusOutlined } from '@ant-design/icons';
import { Button, Input, Pagination, Select, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useDeviceTypeName } from '@/api/catalogue';
import { formatNumber } from '@/shared/format/number';
import { Can } from '@/shared/perm/can';
import { useProject, useZone } from '@/shared/project/use-project';
import { UnitHead } from '@/shared/table/columns';
import { DataTable } from '@/shared/table/data-table';
import { AgeText } from '@/shared/ui/age-text';
import { ConnectionState, DeviceHealth } from '@/shared/ui/device-state';
import list from '@/shared/ui/list-page.module.css';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import { DeviceDrawer } from '../components/device-drawer';
import { DevicesNav } from '../components/devices-nav';
import styles from '../devices.module.css';
import { type DeviceFilter, type DeviceSummary, useDeviceCounts, useDevices } from '../queries';

const pageSize = 20;
const kinds = ['Measuring', 'Collector', 'DTU'] as const;
const states = ['online', 'sleep', 'offline'] as const;
const healths = ['normal', 'lowVoltage', 'dataLost', 'dataRepeated'] as const;

/** The devices of a project: how they are, and one of them to edit. */
export default function DevicesPage() {
  const { t } = useTranslation(['console', 'common']);
  const projectId = Number(useParams().projectId);
  const project = useProject(projectId);
  const zone = useZone(projectId);
  const typeName = useDeviceTypeName();
  const corporationId = project.data?.corporationId;
  const [search, setSearch] = useSearchParams();
  const pick = <T extends string>(list: readonly T[], name: string) => list.find((one) => one === search.get(name));
  const kind = pick(kinds, 'kind');
  const status = pick(states, 'status');
  const health = pick(healths, 'health');
  const page = Math.max(1, Number(search.get('page') ?? 1) || 1);
  const name = search.get('q') ?? '';
  const open = Number(search.get('device') ?? 0);
  const [adding, setAdding] = useState(false);
  const filter: DeviceFilter = {
    projectId,
    page,
    pageSize,
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
    ...(health ? { health } : {}),
    ...(name ? { name } : {}),
  };
  const query = useDevices(corporationId, filter);
  const counts = useDeviceCounts(corporationId, projectId).data;
  const put = (change: Record<string, string | null | undefined>) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(change)) {
          if (value) next.set(key, value);
          else next.delete(key);
        }
        if (!('page' in change) && !('device' in change)) next.delete('page');
        return next;
      },
      { replace: true },
    );
  const columns: TableColumnType<DeviceSummary>[] = [
    {
      key: 'sncode',
      title: t('devices.sncode'),
      render: (_, d) => (
        <span className={styles.name}>
          <b>{d.sncode}</b>
          <small>{d.name}</small>
        </span>
      ),
    },
    { key: 'type', title: t('devices.type'), render: (_, d) => typeName(d.type) },
    {
      key: 'points',
      title: t('devices.points'),
      render: (_, d) =>
        d.points.length === 0
          ? '—'
          : `${d.points
              .slice(0, 2)
              .map((p) => p.name)
              .join('、')}${d.points.length > 2 ? ` +${d.points.length - 2}` : ''}`,
    },
    { key: 'status', title: t('devices.status'), render: (_, d) => <ConnectionState state={d.state.status} /> },
    { key: 'health', title: t('devices.health'), render: (_, d) => <DeviceHealth health={d.state.health} /> },
    {
      key: 'voltage',
      align: 'right',
      title: <UnitHead title={t('devices.voltage')} unit="V" />,
      render: (_, d) => (d.state.voltage === null ? '—' : formatNumber(d.state.voltage, 2)),
    },
    {
      key: 'rssi',
      align: 'right',
      title: <UnitHead title={t('devices.rssi')} unit="dBm" />,
      render: (_, d) => (d.state.rssi === null ? '—' : formatNumber(d.state.rssi, 0)),
    },
    { key: 'firmware', title: t('devices.firmware'), render: (_, d) => d.state.firmware || '—' },
    {
      key: 'seen',
      align: 'right',
      title: t('devices.lastSeen'),
      render: (_, d) => (d.state.lastSeen > 0 ? <AgeText time={d.state.lastSeen} zone={zone} /> : t('devices.never')),
    },
  ];
  return (
    <div className={styles.devices}>
      <dl className={styles.strip} aria-label={t('devices.counts')}>
        <Count label={t('devices.total')} value={counts?.total} />
        {states.map((one) => (
          <Count key={one} label={t(`common:deviceState.${one}`)} value={counts?.[one]} />
        ))}
        {healths
          .filter((one) => one !== 'normal')
          .map((one) => (
            <Count key={one} label={t(`common:deviceHealth.${one}`)} value={counts?.[one]} fault />
          ))}
      </dl>
      <Panel fill className={styles.list} busy={query.isFetching && !query.isPending}>
        <div className={list.column}>
          <div className={list.row}>
            <DevicesNav projectId={projectId} corporationId={corporationId} here="devices" />
            <Input.Search
              allowClear
              className={list.search ?? ''}
              placeholder={t('devices.search')}
              aria-label={t('devices.search')}
              defaultValue={name}
              onSearch={(text) => put({ q: text.trim() })}
            />
            <Choice
              label={t('devices.allKinds')}
              value={kind}
              options={kinds.map((value) => ({ value, label: t(`devices.kinds.${value}`) }))}
              onChange={(value) => put({ kind: value })}
            />
            <Choice
              label={t('devices.allStates')}
              value={status}
              options={states.map((value) => ({ value, label: t(`common:deviceState.${value}`) }))}
              onChange={(value) => put({ status: value })}
            />
            <Choice
              label={t('devices.allHealths')}
              value={health}
              options={healths.map((value) => ({ value, label: t(`common:deviceHealth.${value}`) }))}
              onChange={(value) => put({ health: value })}
            />
            <span className={list.space} />
            <Can any={['Create:Device']}>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
                {t('devices.add')}
              </Button>
            </Can>
          </div>
          <div className={list.scroll}>
            <QueryPanel
              query={query}
              rows={10}
              isEmpty={(one) => one.list.length === 0}
              empty={<PanelEmpty title={t('devices.none')} hint={t('devices.noneHint')} />}
            >
              {(one) => (
                <DataTable<DeviceSummary>
                  label={t('devices.title')}
                  rowKey={(d) => d.id}
                  dataSource={one.list}
                  columns={columns}
                  selectedKey={open || undefined}
                  onOpen={(d) => put({ device: String(d.id) })}
                />
              )}
            </QueryPanel>
          </div>
          <div className={list.foot}>
            <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
            <Pagination
              current={page}
              pageSize={pageSize}
              total={query.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(next) => put({ page: next === 1 ? null : String(next) })}
            />
          </div>
        </div>
      </Panel>
      {corporationId !== undefined && (open > 0 || adding) && (
        <DeviceDrawer
          key={adding ? 'new' : open}
          corporationId={corporationId}
          projectId={projectId}
          zone={zone}
          deviceId={adding ? 0 : open}
          onClose={() => {
            setAdding(false);
            put({ device: null });
          }}
        />
      )}
    </div>
  );
}

function Count({ label, value, fault = false }: { label: string; value: number | undefined; fault?: boolean }) {
  return (
    <div>
      <dt data-fault={fault && (value ?? 0) > 0}>{label}</dt>
      <dd>{value === undefined ? '—' : formatNumber(value, 0)}</dd>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      style={{ minWidth: 118 }}
      aria-label={label}
      value={value ?? ''}
      options={[{ value: '', label }, ...options]}
      onChange={(chosen: string) => onChange(chosen || null)}
    />
  );
}
