import { AutoComplete, InputNumber, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/shared/table/data-table';
import styles from '../import.module.css';
import { type Destination, type Draft, isReading } from '../model/layout';
import type { Preview } from '../queries';

interface Props {
  preview: Preview;
  draft: Draft;
  fields: { value: string; label: string }[];
  onChange: (column: number, to: Destination) => void;
}

interface Row extends Destination {
  column: number;
  name: string;
  unit: string;
  kind: string;
  sample: string;
}

const samples = 3;

/** Every column of the file with its first cells, and where its numbers go. */
export function ColumnTable({ preview, draft, fields, onChange }: Props) {
  const { t } = useTranslation('file-import');
  const rows = preview.columns.map(
    ({ name, unit, kind, processing }, column): Row => ({
      ...(draft.columns[column] ?? { channel: 0, node: 0, field: '' }),
      column,
      name: [name || t('columnNo', { no: column + 1 }), processing].filter(Boolean).join(' · '),
      unit: unit ?? '',
      kind,
      sample: preview.rows
        .slice(0, samples)
        .map((cells) => cells[column] ?? '')
        .join('  '),
    }),
  );
  function change(row: Row, part: Partial<Destination>) {
    onChange(row.column, { channel: row.channel, node: row.node, field: row.field, ...part });
  }
  const columns: TableColumnType<Row>[] = [
    { key: 'name', title: t('column'), dataIndex: 'name' },
    { key: 'unit', title: t('unit'), render: (_, row) => row.unit || '—' },
    { key: 'kind', title: t('kind'), render: (_, row) => t(`kinds.${row.kind}` as 'kinds.number') },
    { key: 'sample', title: t('sample'), render: (_, row) => <span className={styles.sample}>{row.sample}</span> },
    {
      key: 'field',
      title: t('field'),
      render: (_, row) =>
        isReading(row.kind) && (
          <AutoComplete
            allowClear
            className={styles.field ?? ''}
            aria-label={t('fieldOf', { name: row.name })}
            placeholder={t('leftOut')}
            value={row.field}
            options={fields}
            showSearch={{
              filterOption: (typed, option) =>
                `${option?.value} ${option?.label}`.toLowerCase().includes(typed.toLowerCase()),
            }}
            onChange={(field?: string) => change(row, { field: field ?? '' })}
          />
        ),
    },
    {
      key: 'channel',
      title: t('channel'),
      render: (_, row) =>
        row.field && (
          <InputNumber<number>
            className={styles.channel ?? ''}
            aria-label={t('channelOf', { name: row.name })}
            min={0}
            precision={0}
            value={row.channel}
            onChange={(channel) => change(row, { channel: channel ?? 0 })}
          />
        ),
    },
    {
      key: 'node',
      title: t('node'),
      render: (_, row) =>
        row.field && (
          <InputNumber<number>
            className={styles.channel ?? ''}
            aria-label={t('nodeOf', { name: row.name })}
            min={0}
            precision={0}
            value={row.node}
            onChange={(node) => change(row, { node: node ?? 0 })}
          />
        ),
    },
  ];
  return <DataTable<Row> label={t('columns')} rowKey={(row) => row.column} dataSource={rows} columns={columns} />;
}
