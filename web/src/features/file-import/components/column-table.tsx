import { CopyOutlined, DeleteOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Input, InputNumber, Select, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/ui/table/data-table';
import styles from '../import.module.css';
import type { Ready } from '../model/draft';
import {
  hasFormat,
  type Row,
  rowsOf,
  timeRoles,
  type Use,
  withChannelPerKey,
  withFormat,
  withMapping,
  withUse,
} from '../model/layout';
import type { Mapping } from '../queries';
import { useColumnName } from './use-column-name';

interface Props {
  draft: Ready;
  /** Fields that the device sends. */
  fields: { value: string; label: string }[];
}

const pageSize = 40;

/** Every column of the file: what it is used for, and where its numbers go. */
export function ColumnTable({ draft, fields }: Props) {
  const { t } = useTranslation('file-import');
  const { preview, current } = draft;
  const rows = rowsOf(preview, current, useColumnName());
  const keyed = current.keyColumn !== undefined && current.keyColumn !== null;
  const columns: TableColumnType<Row>[] = [
    {
      key: 'name',
      title: t('column'),
      width: 120,
      render: (_, row) => (
        <span className={styles.name}>
          {row.name}
          {row.unit && <small className={styles.unit}>{row.unit}</small>}
        </span>
      ),
    },
    {
      key: 'sample',
      title: t('sample'),
      width: 130,
      render: (_, row) => <span className={styles.sample}>{row.sample}</span>,
    },
    { key: 'use', title: t('use'), width: 140, render: (_, row) => <UseOf draft={draft} row={row} /> },
    {
      key: 'target',
      title: t('target'),
      render: (_, row) =>
        row.mapping ? (
          <Target draft={draft} row={row} mapping={row.mapping} fields={fields} keyed={keyed} />
        ) : (
          hasFormat(row.use) && <Format draft={draft} row={row} />
        ),
    },
  ];
  return (
    <>
      {keyed && (
        <div className={styles.note}>
          <span>{t('keysFound', { count: preview.keys.length })}</span>
          <Button
            size="small"
            onClick={() =>
              draft.map(
                withChannelPerKey(
                  current,
                  preview.keys.map((one) => one.key),
                ),
              )
            }
          >
            {t('channelPerKey')}
          </Button>
        </div>
      )}
      <DataTable<Row>
        label={t('columns')}
        rowKey={(row) => row.id}
        dataSource={rows}
        columns={columns}
        pagination={rows.length > pageSize ? { pageSize, size: 'small', showSizeChanger: false } : false}
      />
    </>
  );
}

function UseOf({ draft, row }: { draft: Ready; row: Row }) {
  const { t } = useTranslation('file-import');
  return (
    <Select<Use>
      className={styles.use ?? ''}
      aria-label={t('useOf', { name: row.name })}
      value={row.use}
      popupMatchSelectWidth={false}
      options={[
        ...(['out', 'value', 'key'] as const).map((value) => ({ value, label: t(`uses.${value}`) })),
        { label: t('timeParts'), options: timeRoles.map((value) => ({ value, label: t(`uses.${value}`) })) },
      ]}
      onChange={(use) => {
        const next = withUse(draft.current, draft.preview, row.column, use);
        if (use === 'value' || use === 'out') draft.map(next);
        else draft.set(next);
      }}
    />
  );
}

function Format({ draft, row }: { draft: Ready; row: Row }) {
  const { t } = useTranslation('file-import');
  const asked = draft.asks('dayMonth') && row.use !== 'timeOfDay';
  // A list of what is entered already would open again when the preview arrives.
  const proposed = row.use === 'timeOfDay' ? [] : draft.preview.timeFormats.filter((format) => format !== row.format);
  return (
    <span className={styles.target} data-asked={asked || undefined}>
      <AutoComplete
        className={styles.format ?? ''}
        aria-label={t('formatOf', { name: row.name })}
        placeholder="YYYY-MM-DD HH:mm:ss"
        value={row.format}
        options={proposed.map((value) => ({ value }))}
        onSelect={() => draft.settle('dayMonth')}
        onChange={(format?: string) => draft.set(withFormat(draft.current, row.column, format ?? ''))}
      />
      {asked && (
        <span className={styles.either}>
          {draft.preview.timeFormats.map((format) => (
            <Button
              key={format}
              size="small"
              onClick={() => {
                draft.set(withFormat(draft.current, row.column, format));
                draft.settle('dayMonth');
              }}
            >
              {format}
            </Button>
          ))}
        </span>
      )}
    </span>
  );
}

interface TargetProps extends Props {
  row: Row;
  mapping: Mapping;
  keyed: boolean;
}

/** The target of a column's numbers and their factor. */
function Target({ draft, row, mapping, fields, keyed }: TargetProps) {
  const { t } = useTranslation('file-import');
  const { current, preview } = draft;
  const { name } = row;
  const change = (part: Partial<Mapping>) => draft.map(withMapping(current, row.index, part));
  const number = (key: 'channel' | 'node' | 'factor' | 'offset', none: number) => (
    <span className={styles.number}>
      <span aria-hidden="true">{t(key)}</span>
      <InputNumber<number>
        aria-label={t(`${key}Of`, { name })}
        controls={false}
        {...(key === 'channel' || key === 'node' ? { min: 0, precision: 0 } : {})}
        value={mapping[key] || none}
        onChange={(value) => change({ [key]: value ?? none })}
      />
    </span>
  );
  return (
    <span className={styles.target}>
      {keyed && (
        <Select<string>
          className={styles.key ?? ''}
          aria-label={t('keyOf', { name })}
          showSearch
          popupMatchSelectWidth={false}
          value={mapping.key ?? ''}
          options={[
            { value: '', label: t('everyKey') },
            ...preview.keys.map((one) => ({ value: one.key, label: `${one.key} (${one.rows})` })),
          ]}
          onChange={(key) => change({ key })}
        />
      )}
      <AutoComplete
        className={styles.field ?? ''}
        aria-label={t('fieldOf', { name })}
        placeholder={t('field')}
        value={mapping.field}
        options={fields}
        popupMatchSelectWidth={false}
        showSearch={{
          filterOption: (typed, option) =>
            `${option?.value} ${option?.label}`.toLowerCase().includes(typed.toLowerCase()),
        }}
        onChange={(field?: string) => change({ field: (field ?? '').trim() })}
      />
      {number('channel', 0)}
      {number('node', 0)}
      <span className={styles.number}>
        <span aria-hidden="true">{t('unit')}</span>
        <Input
          aria-label={t('unitOf', { name })}
          value={mapping.unit ?? ''}
          onChange={({ target }) => change({ unit: [...target.value].slice(0, 40).join('') })}
        />
      </span>
      {number('factor', 1)}
      {number('offset', 0)}
      {keyed && (
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined />}
          aria-label={t('again', { name })}
          title={t('again', { name })}
          onClick={() => draft.map({ ...current, columns: [...(current.columns ?? []), { ...mapping, key: '' }] })}
        />
      )}
      {keyed && (
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('remove', { name })}
          title={t('remove', { name })}
          onClick={() => draft.map({ ...current, columns: (current.columns ?? []).filter((one) => one !== mapping) })}
        />
      )}
    </span>
  );
}
