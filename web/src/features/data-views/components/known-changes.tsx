import { Drawer, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAttributes, useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { formatNumber, unitBehind } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import type { PointState } from '../model/types';
import { type Cause, useCauses } from '../queries/known';
import styles from './known.module.css';

type Found = components['schemas']['ChangedSince'];

interface Row {
  key: string;
  time: number;
  name: string;
  was: string;
  is: string;
}

interface Props {
  point: PointState;
  zone: string;
  known: number;
  found: Found;
  onClose: () => void;
}

/** What has changed since a time: results then and now, and what was recorded. */
export function KnownChanges({ point, zone, known, found, onClose }: Props) {
  const { t } = useTranslation(['known', 'common', 'data-views']);
  const say = useLabel();
  const attributes = useAttributes(point.measurement);
  const rows = found.newest.flatMap(({ time, values }) => {
    if (values.length === 0) return [{ key: `${time}`, time, name: t('onlyFlags'), was: '', is: '' }];
    return values.map((v): Row => {
      const field = attributes.find((one) => one.name === v.field);
      const text = (value: number | null) => `${formatNumber(value, field?.decimals)}${unitBehind(field?.unit ?? '')}`;
      const name = [
        field ? say(field.label) : v.field,
        t(`common:valueType.${v.valueType}`),
        v.node > 0 ? t('data-views:node', { no: v.node }) : '',
      ];
      const key = `${time} ${v.field} ${v.node} ${v.valueType}`;
      return { key, time, name: name.filter(Boolean).join(' · '), was: text(v.was), is: text(v.is) };
    });
  });
  const columns: TableColumnType<Row>[] = [
    { key: 'time', title: t('time'), render: (_, row) => formatTime(row.time, zone) },
    { key: 'name', title: t('column'), render: (_, row) => row.name },
    { key: 'was', title: t('was'), align: 'right', width: 120, render: (_, row) => row.was },
    { key: 'is', title: t('is'), align: 'right', width: 120, render: (_, row) => row.is },
  ];
  return (
    <Drawer open size={720} title={t('title', { time: formatTime(known, zone) })} onClose={onClose}>
      <h3 className={styles.head}>{t('causes')}</h3>
      <Causes point={point} zone={zone} known={known} />
      <h3 className={styles.head}>
        {t('results')} <span className={styles.hint}>{t('resultsHint', { count: found.newest.length })}</span>
      </h3>
      <DataTable<Row>
        label={t('results')}
        rowKey={(row) => row.key}
        dataSource={rows}
        columns={columns}
        cards={['time', 'is']}
      />
    </Drawer>
  );
}

function Causes({ point, zone, known }: Pick<Props, 'point' | 'zone' | 'known'>) {
  const { t } = useTranslation(['known', 'explain']);
  const { causes, pending, error } = useCauses(point, known);
  if (error) return <PanelError error={error} />;
  if (pending) return <PanelSkeleton rows={3} />;
  if (causes.length === 0) return <PanelEmpty title={t('noCauses')} />;
  const what = (cause: Cause) => {
    const name = cause.version
      ? t(`explain:aspect.${cause.kind}`, { defaultValue: cause.kind })
      : t(`explain:kind.${cause.kind}`, { defaultValue: cause.kind });
    return cause.revoked ? t('takenBack', { what: name }) : name;
  };
  const columns: TableColumnType<Cause>[] = [
    { key: 'at', title: t('recorded'), render: (_, cause) => formatTime(cause.at, zone) },
    { key: 'what', title: t('what'), render: (_, cause) => what(cause) },
    { key: 'from', title: t('effect'), render: (_, cause) => formatTime(cause.from, zone) },
    { key: 'note', title: t('note'), render: (_, cause) => cause.note },
  ];
  return (
    <DataTable<Cause>
      label={t('causes')}
      rowKey={(cause) => cause.key}
      dataSource={causes}
      columns={columns}
      cards={['at', 'what']}
    />
  );
}
