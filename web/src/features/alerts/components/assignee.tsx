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

interface BarProps {
  projectId: number;
  of: Assigned;
  /** The person may assign it, and it is not over. */
  may: boolean;
  busy: boolean;
  onGive: (accountId: number) => void;
}

/** Who takes care of an alert or an incident, with the buttons to take, hand over and release it. */
export function AssigneeBar({ projectId, of, may, busy, onGive }: BarProps) {
  const { t } = useTranslation('alerts');
  const own = useSession()?.user.id ?? 0;
  const people = useAssignees(projectId, may).data ?? [];
  if (!may && of.assigneeId === 0) return null;
  return (
    <div className={styles.bar}>
      <span className={styles.label}>{t('assignee.label')}</span>
      {of.assigneeId === 0 ? <span className={styles.none}>{t('assignee.none')}</span> : <AssigneeName of={of} />}
      {may && (
        <>
          {people.some(({ accountId }) => accountId === own) && of.assigneeId !== own && (
            <Button size="small" onClick={() => onGive(own)}>
              {t('assignee.take')}
            </Button>
          )}
          <Select<number>
            size="small"
            className={styles.choice ?? ''}
            aria-label={t('assignee.handOver')}
            placeholder={t('assignee.handOver')}
            value={null as unknown as number}
            loading={busy}
            showSearch={{ optionFilterProp: 'search' }}
            popupMatchSelectWidth={false}
            options={people
              .filter(({ accountId }) => accountId !== of.assigneeId)
              .map(({ accountId, name, openAlerts }) => ({
                value: accountId,
                search: name,
                label: t('assignee.person', { name, count: openAlerts }),
              }))}
            onChange={onGive}
          />
          {of.assigneeId !== 0 && (
            <Button size="small" type="link" onClick={() => onGive(0)}>
              {t('assignee.release')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** Who takes care of one alert. */
export function AlertAssignee({ alert }: { alert: Alert }) {
  const open = alert.status !== 'Confirm' && alert.status !== 'FalseAlarm';
  const may = useCan('Update:Alert') && open;
  const assign = useAssign(alert.id);
  return (
    <AssigneeBar
      projectId={alert.projectId}
      of={alert}
      may={may}
      busy={assign.isPending}
      onGive={(accountId) => assign.mutate({ accountId, seen: alert.assigneeId })}
    />
  );
}
