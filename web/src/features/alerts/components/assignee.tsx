import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { Avatar } from '@/ui/avatar';
import { type Alert, useAssign, useAssignees } from '../queries';
import styles from './assignee.module.css';

type Assigned = Pick<Alert, 'assigneeId' | 'assigneeName' | 'assigneeHere'>;

/** Who takes care of an alert; somebody who is gone is shown as such. */
export function AssigneeName({ of, size = 18 }: { of: Assigned; size?: number }) {
  const { t } = useTranslation('alerts');
  if (of.assigneeId === 0) return null;
  const name = of.assigneeName || t('assignee.deleted');
  return (
    <span className={styles.name} data-gone={!of.assigneeHere}>
      <Avatar name={name} size={size} />
      <span>{of.assigneeHere ? name : t('assignee.gone', { name })}</span>
    </span>
  );
}

/** Who takes care of an alert, with the buttons to take, hand over and release it. */
export function AssigneeBar({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alerts');
  const own = useSession()?.user.id ?? 0;
  const open = alert.status !== 'Confirm' && alert.status !== 'FalseAlarm';
  const may = useCan('Update:Alert') && open;
  const people = useAssignees(alert.projectId, may).data ?? [];
  const assign = useAssign(alert.id);
  if (!may && alert.assigneeId === 0) return null;
  const give = (accountId: number) => assign.mutate({ accountId, seen: alert.assigneeId });
  const free = alert.assigneeId === 0 || !alert.assigneeHere;
  return (
    <div className={styles.bar}>
      <span className={styles.label}>{t('assignee.label')}</span>
      {alert.assigneeId === 0 ? <span className={styles.none}>{t('assignee.none')}</span> : <AssigneeName of={alert} />}
      {may && (
        <>
          {people.some(({ accountId }) => accountId === own) && alert.assigneeId !== own && (
            <Button size="small" type={free ? 'primary' : 'default'} ghost={free} onClick={() => give(own)}>
              {t('assignee.take')}
            </Button>
          )}
          <Select<number>
            size="small"
            className={styles.choice ?? ''}
            aria-label={t('assignee.handOver')}
            placeholder={t('assignee.handOver')}
            value={null as unknown as number}
            loading={assign.isPending}
            showSearch={{ optionFilterProp: 'search' }}
            popupMatchSelectWidth={false}
            options={people
              .filter(({ accountId }) => accountId !== alert.assigneeId)
              .map(({ accountId, name, openAlerts }) => ({
                value: accountId,
                search: name,
                label: t('assignee.person', { name, count: openAlerts }),
              }))}
            onChange={give}
          />
          {alert.assigneeId !== 0 && (
            <Button size="small" type="link" onClick={() => give(0)}>
              {t('assignee.release')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
