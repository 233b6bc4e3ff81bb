import { useTranslation } from 'react-i18next';
import { ActionOutcome } from '@/entities/field-action/action-outcome';
import { type FieldAction, useFieldActions } from '@/entities/field-action/queries';
import { useSentText } from '@/entities/field-action/use-sent-text';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import type { GradedResponse } from '../graded-queries';
import { type AlertDetail, actionsShown } from '../queries';
import styles from './graded-response.module.css';

interface Props {
  alert: AlertDetail;
  plan: NonNullable<GradedResponse['plan']>;
  zone: string;
}

/** What the emergency plans of a warning asked devices for, with what came of it, the newest first. */
export function GradedInterval({ alert, plan, zone }: Props) {
  const { t } = useTranslation(['alerts', 'field-actions']);
  const seesRules = useCan('View:AlertRule');
  const { data } = useFieldActions(
    alert.projectId,
    { alertId: alert.id, pageSize: actionsShown },
    { enabled: seesRules, ended: alert.ended > 0 ? 0 : 30_000 },
  );
  const actions = (data?.list ?? []).filter(({ grade }) => grade > 0);
  const sent = useSentText(alert.projectId, actions);
  if (!plan.raiseInterval && actions.length === 0) return null;
  return (
    <>
      {plan.raiseInterval && (
        <p>{t('graded.interval', { minutes: (plan.intervalSeconds ?? 0) / 60, longest: plan.longestMinutes })}</p>
      )}
      {data && actions.length === 0 && <p className={styles.quiet}>{t('graded.noneAsked')}</p>}
      <ul className={styles.actions} aria-label={t('field-actions:log.title')}>
        {actions.map((action) => (
          <Asked key={action.id} action={action} sent={sent(action)} zone={zone} />
        ))}
      </ul>
    </>
  );
}

function Asked({ action, sent, zone }: { action: FieldAction; sent: string; zone: string }) {
  const { t } = useTranslation('field-actions');
  return (
    <li>
      <p className={styles.quiet}>
        {action.deviceName || t('deleted')} · {t(`why.${action.why}`)} · {formatTime(action.createdAt, zone, 'list')}
      </p>
      <p>{sent}</p>
      <ActionOutcome action={action} zone={zone} />
    </li>
  );
}
