import { ReloadOutlined } from '@ant-design/icons';
import { Button, Progress, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import styles from '../pages/console.module.css';
import { type Task, type TasksOf, useCancelTask, useRecompute, useTasks } from '../queries/tasks';

const known = ['computation', 'face', 'recompute', 'import', 'simulateThresholds'] as const;

/** Current and recent background tasks of points. */
export function TaskList({ of, zone }: { of: TasksOf; zone: string }) {
  const { t } = useTranslation(['sites', 'common']);
  const query = useTasks(of);
  const cancel = useCancelTask();
  const recompute = useRecompute(of);
  const word = (task: Task) => {
    const kind = known.find((one) => task.kind.startsWith(one));
    return kind ? t(`tasks.kinds.${kind}`) : task.kind;
  };
  const columns: TableColumnType<Task>[] = [
    { key: 'kind', title: t('tasks.kind'), render: (_, task) => word(task) },
    {
      key: 'point',
      title: t('common:entity.point'),
      ellipsis: true,
      render: (_, task) =>
        task.pointName || (task.points > 1 ? t('tasks.many', { count: task.points }) : t('common:none')),
    },
    {
      key: 'state',
      title: t('tasks.state'),
      width: 180,
      render: (_, task) => (
        <>
          {t(`tasks.states.${task.state}`)}
          {task.state === 'ailing' && ` · ${t('tasks.attempts', { count: task.attempts })}`}
          {task.state === 'running' && task.total > 0 && (
            <Progress
              size="small"
              percent={Math.floor((100 * task.done) / task.total)}
              aria-label={t('tasks.progress')}
            />
          )}
        </>
      ),
    },
    {
      key: 'from',
      title: t('tasks.from'),
      width: 160,
      responsive: ['md'],
      render: (_, task) =>
        task.kind !== 'computation' && task.kind !== 'face'
          ? t('common:none')
          : task.from === 0
            ? t('tasks.whole')
            : formatTime(task.from, zone),
    },
    {
      key: 'created',
      title: t('tasks.created'),
      align: 'right',
      width: 160,
      render: (_, task) => (task.createdAt === 0 ? t('common:none') : formatTime(task.createdAt, zone)),
    },
    {
      key: 'finished',
      title: t('tasks.finished'),
      align: 'right',
      width: 160,
      responsive: ['md'],
      render: (_, task) => (task.finishedAt === 0 ? t('common:none') : formatTime(task.finishedAt, zone)),
    },
    {
      key: 'action',
      title: t('tasks.action'),
      align: 'right',
      width: 90,
      render: (_, task) =>
        task.cancels && (
          <Button type="link" size="small" loading={cancel.isPending} onClick={() => cancel.mutate(task.jobId)}>
            {t('common:action.cancel')}
          </Button>
        ),
    },
  ];
  return (
    <section aria-label={t('tasks.title')}>
      <div className={styles.tools}>
        <span className={styles.quiet}>{t('tasks.hint')}</span>
        <span className={styles.space} />
        <Can any={['Update:Data']}>
          <Button
            icon={<ReloadOutlined aria-hidden />}
            loading={recompute.isPending}
            onClick={() => recompute.mutate()}
          >
            {t('tasks.recompute')}
          </Button>
        </Can>
      </div>
      <QueryPanel
        query={query}
        failure={t('tasks.failed')}
        rows={6}
        isEmpty={(answer) => answer.list.length === 0}
        empty={<PanelEmpty title={t('tasks.none')} hint={t('tasks.noneHint')} />}
      >
        {(answer) => (
          <DataTable<Task>
            label={t('tasks.title')}
            rowKey={(task) => (task.jobId > 0 ? task.jobId : -task.pointId)}
            dataSource={answer.list}
            columns={columns}
            cards={['kind', 'state']}
          />
        )}
      </QueryPanel>
    </section>
  );
}
