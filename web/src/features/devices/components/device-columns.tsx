import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceTypeName } from '@/api/catalogue';
import { listText } from '@/shared/format/list';
import { formatNumber } from '@/shared/format/number';
import { intervalText } from '@/shared/format/time';
import { UnitHead } from '@/shared/table/columns';
import { AgeText } from '@/shared/ui/age-text';
import { ConnectionState, DeviceHealth } from '@/shared/ui/device-state';
import styles from '../devices.module.css';
import type { ColumnName, DeviceView } from '../model/view';
import type { DeviceSummary } from '../queries';

const pointsNamed = 2;
/** Below this share readings are missing in earnest. */
const lowShare = 0.9;

/** Every column of the list by its name, and the words for them. */
export function useDeviceColumns(view: DeviceView, zone: string) {
  const { t } = useTranslation(['devices', 'console']);
  const typeName = useDeviceTypeName();
  const titles: Record<ColumnName, string> = {
    sncode: t('console:devices.sncode'),
    type: t('console:devices.type'),
    model: t('list.model'),
    register: t('list.register'),
    points: t('console:devices.points'),
    status: t('console:devices.status'),
    health: t('console:devices.health'),
    voltage: t('console:devices.voltage'),
    temperature: t('list.temperature'),
    rssi: t('console:devices.rssi'),
    completeness: t('list.completeness'),
    interval: t('list.interval'),
    firmware: t('console:devices.firmware'),
    lastSeen: t('console:devices.lastSeen'),
  };
  const measured = (value: number | null, decimals: number) => (value === null ? '—' : formatNumber(value, decimals));
  const cells: Record<ColumnName, TableColumnType<DeviceSummary>> = {
    sncode: {
      render: (_, d) => (
        <span className={styles.name}>
          <b>{d.sncode}</b>
          <small>{d.name}</small>
        </span>
      ),
    },
    type: { render: (_, d) => typeName(d.type) },
    model: { render: (_, d) => d.model },
    register: { render: (_, d) => d.register || '—' },
    points: {
      render: (_, d) => {
        // A station measures a point by several channels: the point is named once.
        const names = [...new Set(d.points.map((p) => p.name))];
        const more = names.length > pointsNamed ? ` +${names.length - pointsNamed}` : '';
        return names.length === 0 ? '—' : `${listText(names.slice(0, pointsNamed))}${more}`;
      },
    },
    status: { render: (_, d) => <ConnectionState state={d.state.status} /> },
    health: { render: (_, d) => <DeviceHealth health={d.state.health} /> },
    voltage: {
      align: 'right',
      title: <UnitHead title={titles.voltage} unit="V" />,
      render: (_, d) => measured(d.state.voltage, 2),
    },
    temperature: {
      align: 'right',
      title: <UnitHead title={titles.temperature} unit="°C" />,
      render: (_, d) => measured(d.state.temperature, 1),
    },
    rssi: {
      align: 'right',
      title: <UnitHead title={titles.rssi} unit="dBm" />,
      render: (_, d) => measured(d.state.rssi, 0),
    },
    completeness: {
      align: 'right',
      title: <UnitHead title={titles.completeness} unit="%" />,
      render: (_, d) => (
        <span className={styles.share} data-low={d.completeness !== null && d.completeness < lowShare}>
          {d.completeness === null ? '—' : formatNumber(d.completeness * 100, 1)}
        </span>
      ),
    },
    interval: {
      align: 'right',
      sorter: false,
      render: (_, d) => (d.interval > 0 ? <span className={styles.quiet}>{intervalText(d.interval)}</span> : '—'),
    },
    firmware: { render: (_, d) => d.state.firmware || '—' },
    lastSeen: {
      align: 'right',
      render: (_, d) =>
        d.state.lastSeen > 0 ? (
          <AgeText time={d.state.lastSeen} interval={d.interval || undefined} zone={zone} />
        ) : (
          t('console:devices.never')
        ),
    },
  };
  const order = (name: ColumnName) =>
    view.sort === name ? ('ascend' as const) : view.sort === `-${name}` ? ('descend' as const) : null;
  const columns = view.columns.map((name) => ({
    title: titles[name],
    key: name,
    sorter: true,
    sortOrder: order(name),
    ...cells[name],
  }));
  return { columns, titles };
}
