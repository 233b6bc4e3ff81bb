import { Button, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { type Run, useMails } from '../queries';
import styles from '../schedules.module.css';
import { RunState } from './run-state';

interface Props {
  projectId: number;
  zone: string;
  list: Run[];
}

/** What became of the periods of all schedules, newest first. */
export function RunsTable({ projectId, zone, list }: Props) {
  const { t } = useTranslation('report-schedules');
  const [mails, setMails] = useState<Run | null>(null);
  const columns: TableColumnType<Run>[] = [
    {
      key: 'schedule',
      title: t('column.schedule'),
      render: (_, row) => (
        <>
          <span className={styles.name}>{row.schedule}</span>
          <span className={styles.quiet}>{t('number', { number: row.number })}</span>
        </>
      ),
    },
    {
      key: 'period',
      width: 280,
      title: t('column.period'),
      render: (_, row) => `${formatTime(row.start, zone, 'list')} – ${formatTime(row.end, zone, 'list')}`,
    },
    {
      key: 'made',
      width: 160,
      responsive: ['lg'],
      title: t('column.made'),
      render: (_, row) => formatTime(row.createdAt, zone, 'list'),
    },
    {
      key: 'result',
      width: 260,
      title: t('column.result'),
      render: (_, row) => <RunState projectId={projectId} run={row} zone={zone} brief />,
    },
    {
      key: 'mails',
      width: 110,
      title: t('column.mails'),
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          aria-label={t('mailsOf', { name: row.schedule })}
          onClick={() => setMails(row)}
        >
          {t('mails')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable<Run>
        label={t('history')}
        rowKey={(row) => row.id}
        dataSource={list}
        columns={columns}
        cards={['schedule', 'period', 'result', 'mails']}
      />
      {mails && <MailsDialog projectId={projectId} zone={zone} run={mails} onClose={() => setMails(null)} />}
    </>
  );
}

function MailsDialog({ projectId, zone, run, onClose }: Omit<Props, 'list'> & { run: Run; onClose: () => void }) {
  const { t } = useTranslation(['report-schedules', 'common']);
  const query = useMails(projectId, run.id);
  return (
    <Dialog open width={560} title={t('mails')} footer={null} onCancel={onClose}>
      <QueryPanel query={query} rows={3}>
        {(list) =>
          list.length === 0 ? (
            <PanelEmpty title={t('noMails')} hint={t('noMailsHint')} />
          ) : (
            <ul className={styles.mails}>
              {list.map((mail) => (
                <li key={mail.id}>
                  {mail.name || mail.address}
                  <span className={mail.status === 'failed' ? styles.error : styles.quiet}>
                    {t(`about.${mail.about}`)} · {t(`mail.${mail.status}`)}
                    {mail.endedAt > 0 && ` ${formatTime(mail.endedAt, zone, 'list')}`}
                    {mail.reason && ` · ${t(`reason.${mail.reason}`)}`}
                    {mail.linked && ` · ${t('linked')}`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </Dialog>
  );
}
