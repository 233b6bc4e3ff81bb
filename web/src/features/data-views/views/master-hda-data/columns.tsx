import type { TableColumnType } from 'antd';
import type { useTranslation } from 'react-i18next';
import type { ChartWords } from '@/entities/chart/chart-words';
import { listText } from '@/ui/format/list';
import { formatChange, formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { UnitHead } from '@/ui/table/columns';
import styles from '../../components/reading-table.module.css';
import { notCounting } from '../../model/flags';
import type { MasterRow, MasterTable, Slave } from '../../model/master';
import { unitOf } from '../../model/process-model';
import type { PointState, ValueType } from '../../model/types';

/** The number to explain, and its point. */
export interface AskedMember {
  point: PointState;
  field: string;
  node: number;
  time: number;
  valueType: ValueType;
}

interface Options {
  table: MasterTable;
  point: PointState;
  valueType: ValueType;
  zone: string;
  t: ReturnType<typeof useTranslation<'data-views'>>['t'];
  flagWord: ChartWords['flag'];
  onAsk: (asked: AskedMember) => void;
}

/** masterColumns are the time, the values of the composite point, those of its sub-points, and the flags. */
export function masterColumns(options: Options): TableColumnType<MasterRow>[] {
  const { table, zone, t, flagWord } = options;
  const columns: TableColumnType<MasterRow>[] = [
    {
      key: 'time',
      title: t('column.time'),
      fixed: 'start',
      width: 168,
      render: (_, row) => formatTime(row.t, zone),
    },
    ...table.columns.map((_, i) => ownColumn(options, i)),
    ...table.slaves.map((slave, i) => slaveColumn(options, slave, i)),
    {
      key: 'flags',
      title: t('column.flags'),
      render: (_, { flags }) => (
        <span className={styles.flags}>
          {flags.length === 0 ? t('flag.ok') : listText(flags.map((flag) => flagWord(flag)))}
        </span>
      ),
    },
  ];
  return columns;
}

const shownAs = (valueType: ValueType) => (valueType === 'observed' ? formatNumber : formatChange);

function ownColumn({ table, point, valueType, t, onAsk }: Options, i: number): TableColumnType<MasterRow> {
  const field = table.columns[i];
  if (!field) return {};
  return {
    key: field.name,
    align: 'right',
    title: <UnitHead title={field.label} unit={unitOf(field, valueType)} />,
    render: (_, row) => (
      <button
        type="button"
        className={`${styles.cell} ${notCounting(row.flags) ? styles.invalid : ''}`}
        title={t('explain')}
        onClick={() => onAsk({ point, field: field.name, node: 0, time: row.t, valueType })}
      >
        {row.flags.includes('partial') && '◆ '}
        <b>{shownAs(valueType)(row.values[i], field.decimals)}</b>
      </button>
    ),
  };
}

function slaveColumn({ valueType, zone, t, onAsk }: Options, slave: Slave, i: number): TableColumnType<MasterRow> {
  const { point, field, node } = slave;
  return {
    key: slave.key,
    align: 'right',
    title: <UnitHead title={slave.name} unit={unitOf(field, valueType)} />,
    render: (_, row) => {
      const one = row.slaves[i];
      const text = shownAs(valueType)(one?.value ?? null, field.decimals);
      if (!one || one.t === 0) return <span className={styles.invalid}>{text}</span>;
      const time = formatTime(one.t, zone);
      return (
        <button
          type="button"
          className={`${styles.cell} ${one.used ? '' : styles.invalid}`}
          title={one.used ? t('master.readAt', { time }) : t('master.unused', { time })}
          disabled={!point}
          onClick={() => point && onAsk({ point, field: field.name, node, time: one.t, valueType })}
        >
          {text}
        </button>
      );
    },
  };
}
