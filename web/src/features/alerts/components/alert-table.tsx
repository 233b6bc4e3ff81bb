import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalog';
import { AlertTag } from '@/entities/alert/alert-tag';
import { AgeText } from '@/entities/live/age-text';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import { choose, mayChoose } from '../model/chosen';
import styles from '../pages/alerts-page.module.css';
import { type Alert, useZone } from '../queries';
import { AlertStatus } from './alert-status';
import { AlertLimit, AlertValue, useAttributeName } from './alert-value';

interface Props {
  alerts: readonly Alert[];
  withProject: boolean;
  open: number | null;
  onOpen: (id: number) => void;
  chosen: readonly Alert[];
  onChoose: (chosen: Alert[]) => void;
}

/** Alerts in rows of two lines: what, where, how much, since when, and what was done. */
export function AlertTable({ alerts, withProject, open, onOpen, chosen, onChoose }: Props) {
  const { t } = useTranslation(['alerts', 'common']);
  const measurementName = useMeasurementName();
  const attributeName = useAttributeName();
  const mayProcess = useCan('Update:Alert');
  const columns: TableColumnType<Alert>[] = [
    {
      key: 'level',
      title: t('column.level'),
      width: 100,
      render: (_, alert) => <AlertTag alert={alert} />,
    },
    {
      key: 'point',
      title: t('column.point'),
      width: '12%',
      render: (_, alert) => (
        <span className={styles.name}>
          <b>{alert.measuringPointName || alert.deviceName}</b>
          <small>
            {withProject ? alert.projectName : [alert.structureName, alert.itemName].filter(Boolean).join('·')}
          </small>
        </span>
      ),
    },
    {
      key: 'attribute',
      title: t('column.attribute'),
      width: '21%', // the longest text
      render: (_, alert) => (
        <span className={styles.name}>
          <span>{attributeName(alert)}</span>
          <small>
            {alert.type !== 'threshold'
              ? alert.measurement && measurementName(alert.measurement)
              : t(`common:valueType.${alert.valueType as 'observed'}`)}
          </small>
        </span>
      ),
    },
    {
      key: 'value',
      align: 'right',
      title: t('column.value'),
      width: '12%',
      render: (_, alert) => <AlertValue alert={alert} />,
    },
    {
      key: 'limit',
      align: 'right',
      title: t('column.limit'),
      width: '12%',
      render: (_, alert) => <AlertLimit alert={alert} />,
    },
    {
      key: 'time',
      align: 'right',
      title: t('column.time'),
      width: '14.5%',
      render: (_, alert) => <AlertTime alert={alert} />,
    },
    { key: 'status', title: t('column.status'), render: (_, alert) => <AlertStatus alert={alert} /> },
  ];
  return (
    <DataTable<Alert>
      label={t('title')}
      rowKey={(alert) => alert.id}
      dataSource={[...alerts]}
      columns={columns}
      selectedKey={open ?? undefined}
      onOpen={(alert) => onOpen(alert.id)}
      {...(mayProcess && {
        rowSelection: {
          selectedRowKeys: chosen.map(({ id }) => id),
          preserveSelectedRowKeys: true,
          columnWidth: 40,
          onChange: (ids) => onChoose(choose(chosen, alerts, ids.map(Number))),
          getCheckboxProps: (alert) => ({
            disabled: !mayChoose(alert),
            'aria-label': t('bulk.choose', { name: alert.measuringPointName || alert.deviceName }),
          }),
        },
      })}
    />
  );
}

function AlertTime({ alert }: { alert: Alert }) {
  const zone = useZone(alert.projectId);
  return (
    <span className={styles.name}>
      <span>{formatTime(alert.time, zone, 'list')}</span>
      <small>
        <AgeText time={alert.time} zone={zone} />
      </small>
    </span>
  );
}
