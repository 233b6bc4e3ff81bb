import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import { UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import below from '../../components/compared-below.module.css';
import { decimalsOf, jointName, type Moved, type Quantity, type Segment, unitOf } from './model';
import type { Lining } from './use-lining';
import styles from './view.module.css';

interface Row {
  index: number;
  segment: Segment;
  moved: Moved | undefined;
}

interface Props {
  data: Lining;
  zone: string;
  onPick: (no: number) => void;
}

/** The segments at the current time, each with the joint at its end. */
export function SegmentTable({ data, zone, onPick }: Props) {
  const { t } = useTranslation('data-views');
  const { lining, times, shown, loading, quantity } = data;
  const segments = lining?.segments ?? [];
  const moved = lining?.curves.at(-1)?.moved;
  const time = formatTime(times.current, zone, 'list');
  const head = times.base === null ? time : t('lining.since', { time, base: formatTime(times.base, zone, 'list') });
  const value = (name: Quantity, width: number): TableColumnType<Row> => ({
    width,
    key: name,
    align: 'right',
    className: styles.whole,
    title: <UnitHead title={t(`lining.${name}`)} unit={unitOf(name)} />,
    render: (_, row) => {
      const text = formatChange(row.moved?.[name] ?? null, decimalsOf(name));
      return name === quantity ? <b>{text}</b> : text;
    },
  });
  const columns: TableColumnType<Row>[] = [
    {
      key: 'segment',
      width: 116,
      title: t('lining.segment'),
      render: (_, { index, segment }) => (
        <>
          {index + 1}&ensp;{segment.name}
          <div className={styles.quiet}>
            {formatNumber(segment.from, 0)}–{formatNumber(segment.to, 0)}° ·{' '}
            {t('lining.nodes', { count: segment.nodes.length })}
          </div>
        </>
      ),
    },
    value('rotation', 62),
    {
      key: 'joint',
      width: 56,
      className: styles.whole,
      title: t('lining.joint'),
      render: (_, row) => (row.segment.next === null ? '—' : jointName(segments, row.index)),
    },
    value('opening', 88),
    value('dislocation', 102),
  ];
  return (
    <Panel className={below.side} title={t('lining.table')} extra={times.current === null ? undefined : head}>
      {loading ? (
        <PanelSkeleton rows={6} />
      ) : (
        <>
          <DataTable<Row>
            label={t('lining.table')}
            rowKey={(row) => row.index}
            dataSource={segments.map((segment, index) => ({ index, segment, moved: moved?.[index] }))}
            columns={columns}
            selectedKey={shown.length === 1 ? shown[0] : undefined}
            onOpen={(row) => onPick(row.index + 1)}
          />
          {segments.length > 0 && (
            <ul className={styles.remarks}>
              <li>{t('lining.rotationHint')}</li>
              <li>{t('lining.openingHint')}</li>
              <li>{t('lining.dislocationHint')}</li>
            </ul>
          )}
        </>
      )}
    </Panel>
  );
}
