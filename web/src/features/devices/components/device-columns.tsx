import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceTypeName } from '@/api/catalog';
import { ConnectionState, DeviceHealth } from '@/entities/device/device-state';
import { AgeText } from '@/entities/live/age-text';
import { listText } from '@/ui/format/list';
import { formatNumber } from '@/ui/format/number';
import { intervalText } from '@/ui/format/time';
import { UnitHead } from '@/ui/table/columns';
import { useMedia } from '@/ui/use-media';
import styles from '../devices.module.css';
import type { ColumnName, DeviceView } from '../model/view';
import type { DeviceSummary } from '../queries';

const pointsNamed = 2;
/** The least width of the column of types, px. */
const leastOfType = 150;
/** A share of received readings below this is marked as low. */
const lowShare = 0.9;

/** The columns of the list by name, with their titles. */
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
      width: 140,
      render: (_, d) => (
        <span className={styles.name}>
          <b>{d.sncode}</b>
          <small>{d.name}</small>
        </span>
      ),
    },
    // The type name stays on one line and takes the remaining width.
    type: { ellipsis: true, render: (_, d) => <span title={typeName(d.type)}>{typeName(d.type)}</span> },
    model: { width: 116, ellipsis: true, render: (_, d) => d.model },
    register: { width: 132, ellipsis: true, render: (_, d) => d.register || '—' },
    points: {
      width: 136,
      ellipsis: true,
      render: (_, d) => {
        // A station measures a point by several channels: the point is named once.
        const names = [...new Set(d.points.map((p) => p.name))];
        const more = names.length > pointsNamed ? ` +${names.length - pointsNamed}` : '';
        return names.length === 0 ? '—' : `${listText(names.slice(0, pointsNamed))}${more}`;
      },
    },
    status: { width: 92, render: (_, d) => <ConnectionState state={d.state.status} /> },
    health: { width: 132, render: (_, d) => <DeviceHealth health={d.state.health} /> },
    voltage: {
      align: 'right',
      width: 84,
      title: <UnitHead title={titles.voltage} unit="V" />,
      render: (_, d) => measured(d.state.voltage, 2),
    },
    temperature: {
      align: 'right',
      width: 116,
      title: <UnitHead title={titles.temperature} unit="°C" />,
      render: (_, d) => measured(d.state.temperature, 1),
    },
    rssi: {
      align: 'right',
      width: 92,
      title: <UnitHead title={titles.rssi} unit="dBm" />,
      render: (_, d) => measured(d.state.rssi, 0),
    },
    completeness: {
      align: 'right',
      width: 120,
      title: <UnitHead title={titles.completeness} unit="%" />,
      render: (_, d) => (
        <span className={styles.share} data-low={d.completeness !== null && d.completeness < lowShare}>
          {d.completeness === null ? '—' : formatNumber(d.completeness * 100, 1)}
        </span>
      ),
    },
    interval: {
      align: 'right',
      width: 72,
      sorter: false,
      render: (_, d) => (d.interval > 0 ? <span className={styles.quiet}>{intervalText(d.interval)}</span> : '—'),
    },
    firmware: { width: 84, render: (_, d) => d.state.firmware || '—' },
    lastSeen: {
      align: 'right',
      width: 112,
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
  const roomy = useMedia('(min-width: 1360px)');
  const columns = view.columns
    .filter((name) => roomy || name !== 'firmware')
    .map((name) => ({ title: titles[name], key: name, sorter: true, sortOrder: order(name), ...cells[name] }));
  // If the columns do not fit, the table scrolls sideways.
  const width = columns.reduce((sum, column) => sum + (Number(column.width) || leastOfType), 0);
  return { columns, titles, width };
}
