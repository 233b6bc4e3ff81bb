import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import compared from '../../components/compared.module.css';
import { isOutside, relativeTo } from '../../model/level-line';
import type { Line } from './use-line';
import styles from './view.module.css';

interface Row {
  id: number;
  name: string;
  note: string;
  value: number | null;
  day: number | null;
  level: number | null;
  temp: number | null;
}

/** The vessels at the current time, in the order of the line, with the change of a day. */
export function Vessels({ data, zone }: { data: Line; zone: string }) {
  const { t } = useTranslation('data-views');
  const { line, look, current, before, times } = data;
  const { decimals, unit, reference } = look;
  const time = formatTime(times.current, zone, 'list');
  const head = before ? t('profile.against', { time, before: formatTime(before.t, zone, 'list') }) : time;
  const values = current ? relativeTo(current.settlement, reference) : [];
  const old = before ? relativeTo(before.settlement, reference) : [];
  const rows = (line?.vessels ?? []).map((vessel, i): Row => {
    const [value, earlier] = [values[i] ?? null, old[i] ?? null];
    const level = current?.level[i] ?? null;
    const notes = [
      vessel.reference ? t('line.reference') : '',
      vessel.readings === 0 ? t('line.silent') : '',
      isOutside(level) ? t('line.refill') : '',
    ];
    return {
      ...{ id: vessel.id, name: vessel.name, note: notes.filter(Boolean).join('·'), value, level },
      day: value === null || earlier === null ? null : value - earlier,
      temp: current?.temp[i] ?? null,
    };
  });
  const changes = look.valueType === 'accumulated' || look.valueType === 'observed';
  const columns: TableColumnType<Row>[] = [
    {
      key: 'name',
      title: t('line.vessel'),
      render: (_, row) => (
        <>
          {row.name} <span className={styles.tag}>{row.note}</span>
        </>
      ),
    },
    {
      key: 'value',
      align: 'right',
      width: 112,
      title: <UnitHead title={t('line.settlement')} unit={unit} />,
      render: (_, row) => <b>{formatNumber(row.value, decimals)}</b>,
    },
    ...(changes
      ? [
          {
            key: 'day',
            align: 'right' as const,
            title: <UnitHead title={t('column.day')} unit={unit} />,
            render: (_: unknown, row: Row) => formatChange(row.day, decimals),
          },
        ]
      : []),
    numberColumn<Row>({ key: 'level', title: t('line.level'), unit: 'mm', decimals: 2, value: (row) => row.level }),
    numberColumn<Row>({ key: 'temp', title: t('column.temp'), unit: '°C', decimals: 1, value: (row) => row.temp }),
  ];
  return (
    <Panel className={compared.side} title={t('line.vessels')} extra={times.current === null ? undefined : head}>
      {data.loading ? (
        <PanelSkeleton rows={8} />
      ) : (
        <DataTable<Row> label={t('line.vessels')} rowKey={(row) => row.id} dataSource={rows} columns={columns} />
      )}
    </Panel>
  );
}
