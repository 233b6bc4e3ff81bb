import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatChange } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { numberColumn } from '@/ui/table/columns';
import { nodeName } from '../../model/node-name';
import styles from './characteristic.module.css';
import { type Line, numberOf } from './model';

/** useNodeText names the node of a row; empty for a point without nodes. */
export function useNodeText() {
  const { t } = useTranslation(['analysis', 'characteristic']);
  return ({ all, column: { node, depth, old = false } }: Line) => {
    if (all) return t('characteristic:allNodes');
    return node === 0 && depth === null ? '' : nodeName({ no: node, depth, old }, t);
  };
}

/** useCharacteristicColumns are the columns of the table. Points are named if there are several, nodes if a point has some. */
export function useCharacteristicColumns(rows: readonly Line[], zone: string): TableColumnType<Line>[] {
  const { t } = useTranslation('characteristic');
  const nodeText = useNodeText();
  const several = new Set(rows.map((row) => row.name)).size > 1;
  const signed = rows.some((row) => row.column.valueType !== 'observed');
  const number = (value: number | null | undefined, row: Line, more = 0) => {
    const decimals = row.column.decimals + more;
    return signed && value !== null && value !== undefined && more === 0
      ? formatChange(value, decimals)
      : numberOf(value, decimals);
  };
  const moment = (key: 'max' | 'min' | 'first' | 'last'): TableColumnType<Line> => ({
    key,
    align: 'right',
    title: t(key),
    render: (_, row) => {
      const one = row[key];
      return one ? (
        <span className={styles.moment}>
          <b>{number(one.value, row)}</b>
          <time>{formatTime(one.time, zone).slice(0, 16)}</time>
        </span>
      ) : (
        '—'
      );
    },
  });
  const value = (key: 'mean' | 'range' | 'difference' | 'deviation'): TableColumnType<Line> => ({
    key,
    align: 'right',
    className: styles.number ?? '',
    title: t(key),
    render: (_, row) => {
      if (key === 'deviation') return number(row.deviation, row, 1);
      return key === 'range' ? numberOf(row.range, row.column.decimals) : number(row[key], row);
    },
  });
  return [
    ...(several ? [{ key: 'name', title: t('point'), render: (_: unknown, row: Line) => <b>{row.name}</b> }] : []),
    {
      key: 'label',
      title: t('column'),
      render: (_, row) => (
        <span className={styles.label} data-all={row.all}>
          {[row.label, nodeText(row)].filter(Boolean).join(' · ')}
          {row.column.unit && <span className={styles.unit}> {row.column.unit}</span>}
        </span>
      ),
    },
    numberColumn<Line>({ key: 'count', title: t('count'), decimals: 0, value: (row) => row.count }),
    moment('max'),
    moment('min'),
    value('mean'),
    value('deviation'),
    value('range'),
    moment('first'),
    moment('last'),
    value('difference'),
  ];
}
