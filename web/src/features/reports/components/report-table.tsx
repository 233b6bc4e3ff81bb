import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import type { Listed } from '../asked';
import type { Report } from '../queries';
import styles from '../reports.module.css';
import { ReportStatus } from './report-status';

interface Props {
  list: Report[];
  zone: string;
  /** 0: none. */
  open: number;
  onOpen: (id: number) => void;
}

/** Files, newest first. */
export function ReportTable({ list, zone, open, onOpen }: Props) {
  const { t } = useTranslation('reports');
  const columns: TableColumnType<Report>[] = [
    {
      key: 'title',
      title: t('column.name'),
      ellipsis: true,
      render: (_, row) => (
        <>
          <span className={styles.name}>{row.title}</span>
          <span className={styles.quiet}>{t(`kind.${row.kind as Listed}`)}</span>
        </>
      ),
    },
    {
      key: 'format',
      width: 90,
      responsive: ['md'],
      title: t('column.format'),
      render: (_, row) => row.format.toUpperCase(),
    },
    {
      key: 'account',
      width: 120,
      ellipsis: true,
      responsive: ['lg'],
      title: t('column.account'),
      dataIndex: 'account',
    },
    {
      key: 'status',
      width: 200,
      title: t('column.status'),
      render: (_, row) => <ReportStatus report={row} />,
    },
    {
      key: 'size',
      width: 100,
      align: 'right',
      responsive: ['sm'],
      title: t('column.size'),
      render: (_, row) => (row.status === 'done' ? formatBytes(row.size) : '—'),
    },
    {
      key: 'time',
      width: 130,
      align: 'right',
      responsive: ['md'],
      title: t('column.time'),
      render: (_, row) => formatTime(row.createdAt, zone, 'list'),
    },
  ];
  // Next to the detail, which has the others, there is room for three.
  return (
    <DataTable<Report>
      label={t('title')}
      rowKey={(row) => row.id}
      dataSource={list}
      selectedKey={open || undefined}
      onOpen={(row) => onOpen(row.id)}
      columns={columns.filter(({ key }) => !open || key === 'title' || key === 'status' || key === 'time')}
    />
  );
}
