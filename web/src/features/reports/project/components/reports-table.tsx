import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { DataTable } from '@/ui/table/data-table';
import { periodText } from '../model/period-text';
import { roles } from '../model/steps';
import styles from '../project-reports.module.css';
import type { ProjectReport } from '../queries';
import { ReportState } from './report-state';
import { useNumberText } from './use-number-text';

interface Props {
  list: ProjectReport[];
  zone: string;
  onOpen: (id: number) => void;
}

/** Reports of a project, those with the latest period first. */
export function ReportsTable({ list, zone, onOpen }: Props) {
  const { t } = useTranslation('project-reports');
  const numberText = useNumberText();
  const columns: TableColumnType<ProjectReport>[] = [
    {
      key: 'title',
      title: t('column.title'),
      ellipsis: true,
      render: (_, row) => (
        <>
          <span className={styles.name}>{row.title}</span>
          <span className={styles.quiet}>{t(`kind.${row.kind}`)}</span>
        </>
      ),
    },
    {
      key: 'period',
      width: 200,
      title: t('column.period'),
      render: (_, row) => periodText(row.start, row.end, zone),
    },
    { key: 'number', width: 180, title: t('column.number'), render: (_, row) => numberText(row) },
    { key: 'status', width: 180, title: t('column.status'), render: (_, row) => <ReportState report={row} /> },
    {
      key: 'signed',
      width: 210,
      responsive: ['lg'],
      title: t('column.signed'),
      render: (_, row) => {
        const signed = roles.flatMap((role) => row.signatures.filter((one) => one.role === role));
        if (signed.length === 0) return '—';
        return signed.map(({ role, name }) => (
          <span key={role} className={styles.signer}>
            <span className={styles.quiet}>{t(`role.${role}`)}</span> {name}
          </span>
        ));
      },
    },
    {
      key: 'account',
      width: 150,
      responsive: ['xl'],
      title: t('column.account'),
      render: (_, row) => (
        <>
          <span className={styles.name}>{row.account}</span>
          <span className={styles.quiet}>{formatTime(row.createdAt, zone, 'list')}</span>
        </>
      ),
    },
  ];
  return (
    <DataTable<ProjectReport>
      label={t('title')}
      rowKey={(row) => row.id}
      dataSource={list}
      onOpen={(row) => onOpen(row.id)}
      columns={columns}
      cards={['title', 'status']}
    />
  );
}
