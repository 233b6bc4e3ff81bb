import { Button, Popconfirm, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { DataTable } from '@/ui/table/data-table';
import { type Schedule, useEnable, useRemove, useRunNow } from '../queries';
import styles from '../schedules.module.css';
import { RunState } from './run-state';

interface Props {
  projectId: number;
  zone: string;
  list: Schedule[];
  /** The account may change schedules. */
  changes: boolean;
  onEdit: (id: number) => void;
}

/** The schedules of a project: what each makes next, and what became of the last period. */
export function SchedulesTable({ projectId, zone, list, changes, onEdit }: Props) {
  const { t } = useTranslation(['report-schedules', 'common']);
  const columns: TableColumnType<Schedule>[] = [
    {
      key: 'name',
      title: t('column.name'),
      render: (_, row) => (
        <>
          <span className={styles.name}>{row.name}</span>
          <span className={styles.quiet}>
            {t(`kind.${row.kind}`)} · {row.account}
          </span>
        </>
      ),
    },
    {
      key: 'next',
      width: 210,
      title: t('column.next'),
      render: (_, row) =>
        row.enabled ? (
          <>
            {formatTime(row.nextMade, zone, 'list')}
            {row.nextUntil > row.nextMade && (
              <span className={styles.quiet}>{t('waitsUntil', { time: formatTime(row.nextUntil, zone, 'list') })}</span>
            )}
          </>
        ) : (
          t('paused')
        ),
    },
    {
      key: 'last',
      width: 240,
      title: t('column.last'),
      render: (_, { last }) => (last ? <RunState projectId={projectId} run={last} zone={zone} /> : '—'),
    },
    {
      key: 'recipients',
      width: 220,
      responsive: ['lg'],
      title: t('column.recipients'),
      render: (_, row) => {
        const names = [...row.people.map(({ name }) => name), ...row.emailList];
        return names.length > 0 ? (
          <>
            <span className={styles.name}>{names.join(t('comma'))}</span>
            <span className={styles.quiet}>{t(`deliver.${row.deliver}`)}</span>
          </>
        ) : (
          '—'
        );
      },
    },
    {
      key: 'actions',
      width: 290,
      title: t('column.actions'),
      render: (_, row) => changes && <Actions projectId={projectId} schedule={row} onEdit={() => onEdit(row.id)} />,
    },
  ];
  return (
    <DataTable<Schedule>
      label={t('title')}
      rowKey={(row) => row.id}
      dataSource={list}
      columns={changes ? columns : columns.slice(0, -1)}
      cards={['name', 'next', 'last', 'actions']}
    />
  );
}

function Actions({ projectId, schedule, onEdit }: { projectId: number; schedule: Schedule; onEdit: () => void }) {
  const { t } = useTranslation(['report-schedules', 'common']);
  const run = useRunNow(projectId);
  const enable = useEnable(projectId);
  const remove = useRemove(projectId);
  const { id, name, enabled } = schedule;
  const small = { type: 'link' as const, size: 'small' as const };
  return (
    <div className={styles.actions}>
      <Button
        {...small}
        loading={run.isPending}
        aria-label={t('runNowOf', { name })}
        onClick={() => run.mutate(id, { onSuccess: () => announce('success', t('runs')) })}
      >
        {t('runNow')}
      </Button>
      <Button
        {...small}
        loading={enable.isPending}
        aria-label={t(enabled ? 'pauseOf' : 'resumeOf', { name })}
        onClick={() => enable.mutate({ id, enabled: !enabled })}
      >
        {t(enabled ? 'pause' : 'resume')}
      </Button>
      <Button {...small} aria-label={t('editOf', { name })} onClick={onEdit}>
        {t('common:action.edit')}
      </Button>
      <Popconfirm
        title={t('deleteAsk', { name })}
        description={t('deleteHint')}
        okText={t('common:action.delete')}
        cancelText={t('common:action.cancel')}
        onConfirm={() => remove.mutateAsync(id)}
      >
        <Button {...small} danger aria-label={t('deleteOf', { name })}>
          {t('common:action.delete')}
        </Button>
      </Popconfirm>
    </div>
  );
}
