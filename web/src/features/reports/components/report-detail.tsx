import { CloseOutlined } from '@ant-design/icons';
import { Button, Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { formatBytes } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import type { Listed } from '../asked';
import { type Report, useCancel, useDownload, useRemove, useRetry } from '../queries';
import styles from '../reports.module.css';
import { ReportStatus } from './report-status';
import { useRequestFacts } from './request-facts';

interface Props {
  report: Report;
  zone: string;
  onClose: () => void;
}

/** What a file contains, how far it is, and what can be done with it. */
export function ReportDetail({ report, zone, onClose }: Props) {
  const { t, i18n } = useTranslation(['reports', 'common']);
  const own = useSession()?.user.id === report.accountId;
  const creates = useCan('Create:Report');
  const updates = useCan('Update:Report');
  const deletes = useCan('Delete:Report');
  const download = useDownload(report.projectId);
  const cancel = useCancel(report.projectId);
  const retry = useRetry(report.projectId);
  const remove = useRemove(report.projectId);
  const time = (t: number) => formatTime(t, zone);
  const requested = useRequestFacts(report, zone);
  const facts: [string, string][] = [
    [t('content'), t(`kind.${report.kind as Listed}`)],
    ...requested,
    [t('column.format'), report.format.toUpperCase()],
    ...(report.status === 'done'
      ? ([
          [t('fact.lines'), report.lines.toLocaleString(i18n.language)],
          [t('column.size'), formatBytes(report.size)],
          ['SHA-256', report.sha256],
        ] satisfies [string, string][])
      : []),
    [t('column.account'), report.account],
    [t('fact.asked'), time(report.createdAt)],
    ...(report.finishedAt ? [[t('fact.finished'), time(report.finishedAt)] satisfies [string, string]] : []),
    ...(report.expiresAt ? [[t('fact.expires'), time(report.expiresAt)] satisfies [string, string]] : []),
  ];
  return (
    <Panel
      title={t('detail')}
      extra={
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:action.close')}
          onClick={onClose}
        />
      }
    >
      <article className={styles.detail}>
        <h2>{report.title}</h2>
        <ReportStatus report={report} />
        <div className={styles.actions}>
          {report.status === 'done' && (
            <Button type="primary" loading={download.isPending} onClick={() => download.mutate(report.id)}>
              {t('download')}
            </Button>
          )}
          {report.status === 'pending' && creates && (own || updates) && (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate(report.id)}>
              {t('cancel')}
            </Button>
          )}
          {report.status === 'error' && creates && (own || updates) && (
            <Button loading={retry.isPending} onClick={() => retry.mutate(report.id)}>
              {t('retry')}
            </Button>
          )}
          {creates && (own || deletes) && (
            <Popconfirm
              title={t('deleteAsk')}
              okText={t('common:action.delete')}
              cancelText={t('common:action.cancel')}
              onConfirm={() => remove.mutate(report.id, { onSuccess: onClose })}
            >
              <Button danger loading={remove.isPending}>
                {t('common:action.delete')}
              </Button>
            </Popconfirm>
          )}
        </div>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </article>
    </Panel>
  );
}
