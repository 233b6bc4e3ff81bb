import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { type OperationLog, useOperationLog } from '../queries';
import styles from './log-detail.module.css';

interface Props {
  operationLogId: number;
  onClose: () => void;
  /** Shows only what this account did. */
  onAccount: (accountId: number) => void;
  /** Shows only what happened to this thing. */
  onThing: (log: OperationLog) => void;
}

/** One operation: who, from where, on what, and how it was before and after. */
export function LogDetail({ operationLogId, onClose, onAccount, onThing }: Props) {
  const { t } = useTranslation(['operation-logs', 'common']);
  const query = useOperationLog(operationLogId);
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
      <QueryPanel query={query} failure={t('failed')} rows={8}>
        {(log) => (
          <article className={styles.detail}>
            <h2 className={styles.head}>
              {log.actionName}·{log.scopeName} {log.content}
            </h2>
            {log.result === 'refused' && (
              <p className={styles.refused} role="note">
                {t('refusedBecause', { reason: log.reason })}
              </p>
            )}
            <dl className={styles.facts}>
              <dt>{t('column.time')}</dt>
              <dd>{formatTime(log.createdAt)}</dd>
              <dt>{t('column.account')}</dt>
              <dd>
                {log.accountName || t('unknownAccount')}
                {log.accountId > 0 && (
                  <Button type="link" onClick={() => onAccount(log.accountId)}>
                    {t('onlyAccount')}
                  </Button>
                )}
              </dd>
              <dt>{t('thing')}</dt>
              <dd>
                {log.scopeName}
                {log.scopeId > 0 && ` #${log.scopeId}`}
                {log.scopeId > 0 && (
                  <Button type="link" onClick={() => onThing(log)}>
                    {t('onlyThing')}
                  </Button>
                )}
              </dd>
              {log.projectId > 0 && (
                <>
                  <dt>{t('common:entity.project')}</dt>
                  <dd>{log.projectName || `#${log.projectId}`}</dd>
                </>
              )}
              <dt>{t('column.ip')}</dt>
              <dd>{log.ip || t('common:none')}</dd>
              <dt>{t('client')}</dt>
              <dd className={styles.client}>{log.client || t('common:none')}</dd>
            </dl>
            <Changes log={log} />
          </article>
        )}
      </QueryPanel>
    </Panel>
  );
}

function Changes({ log }: { log: OperationLog }) {
  const { t } = useTranslation(['operation-logs', 'common']);
  if (log.changes.length === 0) return <p className={styles.quiet}>{t('noChanges')}</p>;
  const created = log.changes.every(({ before }) => before === '');
  return (
    <table className={styles.changes}>
      <caption>{t('changes', { count: log.changes.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {!created && <th scope="col">{t('before')}</th>}
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {log.changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.label}</th>
            {!created && (
              <td>{change.before === '' ? t('common:none') : <del className={styles.before}>{change.before}</del>}</td>
            )}
            <td>{change.after === '' ? t('common:none') : <ins className={styles.after}>{change.after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
