import { Checkbox, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LevelTag } from '@/entities/alert/level-tag';
import { useZone } from '@/entities/project/use-project';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../gradings.module.css';
import { pageSize, useWarnings, type Warning } from '../queries';

/** The graded warnings of a project with their response clocks; a row opens the page of the alert. */
export function WarningTable({ projectId }: { projectId: number }) {
  const { t } = useTranslation(['gradings', 'common']);
  const navigate = useNavigate();
  const zone = useZone(projectId);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState(false);
  const query = useWarnings(projectId, page, open);
  return (
    <>
      <Checkbox
        checked={open}
        onChange={({ target }) => {
          setOpen(target.checked);
          setPage(1);
        }}
      >
        {t('onlyOpen')}
      </Checkbox>
      <QueryPanel
        query={query}
        failure={t('failed')}
        rows={8}
        isEmpty={({ list }) => list.length === 0}
        empty={<PanelEmpty title={t('noWarnings')} hint={t('noWarningsHint')} />}
      >
        {({ list, total }) => (
          <>
            <DataTable<Warning>
              label={t('view.warnings')}
              rowKey={(row) => row.alertId}
              dataSource={list}
              onOpen={(row) => navigate(`/projects/${projectId}/alerts/${row.alertId}`)}
              cards={['level', 'status']}
              columns={[
                {
                  key: 'level',
                  width: 110,
                  title: t('grade'),
                  render: (_, row) => <LevelTag level={asLevel(row.level)} />,
                },
                { key: 'location', width: 180, title: t('location'), render: (_, row) => row.location },
                { key: 'grading', width: 180, title: t('grading'), render: (_, row) => row.gradingName },
                {
                  key: 'reason',
                  title: t('reason'),
                  render: (_, row) => <span className={styles.wrap}>{row.reason}</span>,
                },
                {
                  key: 'opened',
                  width: 120,
                  title: t('opened'),
                  render: (_, row) => formatTime(row.opened, zone, 'list'),
                },
                {
                  key: 'status',
                  width: 100,
                  title: t('status'),
                  render: (_, row) => (row.withdrawnAt ? t('withdrawn') : t(`common:alertStatus.${row.status}`)),
                },
                {
                  key: 'clock',
                  width: 220,
                  title: t('clock'),
                  render: (_, row) => <ClockText row={row} zone={zone} />,
                },
              ]}
            />
            {total > pageSize && (
              <Pagination current={page} pageSize={pageSize} total={total} showSizeChanger={false} onChange={setPage} />
            )}
          </>
        )}
      </QueryPanel>
    </>
  );
}

function ClockText({ row: { clock, status, withdrawnAt }, zone }: { row: Warning; zone: string }) {
  const { t } = useTranslation('gradings');
  if (!clock) return <span className={styles.quiet}>{t('noPlan')}</span>;
  if (clock.acknowledgedAt)
    return (
      <>{t('acknowledged', { name: clock.acknowledgedName, time: formatTime(clock.acknowledgedAt, zone, 'list') })}</>
    );
  const open = (status === 'Pending' || status === 'Notice') && withdrawnAt === 0;
  if (!open) return <span className={styles.quiet}>–</span>;
  if (clock.overdueAt)
    return <span className={styles.overdue}>{t('overdueSince', { time: formatTime(clock.dueAt, zone, 'list') })}</span>;
  return <>{t('dueAt', { time: formatTime(clock.dueAt, zone, 'list') })}</>;
}
