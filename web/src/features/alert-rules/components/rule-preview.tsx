import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { projectQuery } from '@/api/project';
import { DayBars } from '@/entities/alert/day-bars';
import { LevelIcon } from '@/entities/alert/level-icon';
import { FormError } from '@/ui/form/form-error';
import { formatNumber } from '@/ui/format/number';
import { defaultZone, formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import { asLevel } from '@/ui/theme/tokens';
import { useSettled } from '@/ui/use-settled';
import styles from '../alert-rules.module.css';
import { type Preview, type RuleFields, usePreview } from '../queries';
import { useWebhooks } from '../webhooks';

const span = 30; // days

interface Props {
  projectId: number;
  ruleId: number;
  /** null: not complete. */
  draft: RuleFields | null;
  /** The name of an account. */
  nameOf: (account: number) => string;
}

/** What the last 30 days would have sent with a draft, compared with the rule in force. */
export function RulePreview({ projectId, ruleId, draft, nameOf }: Props) {
  const { t } = useTranslation(['alert-rules', 'common']);
  const query = usePreview(projectId, ruleId, useSettled(draft, 300));
  return (
    <Panel fill title={t('preview.title', { days: span })} busy={query.isFetching}>
      <div className={styles.preview} data-old={query.isPlaceholderData || undefined}>
        {draft === null ? (
          <PanelEmpty title={t('preview.incomplete')} hint={t('preview.incompleteHint')} />
        ) : query.error ? (
          <FormError error={query.error} />
        ) : query.data ? (
          <Found preview={query.data} projectId={projectId} nameOf={nameOf} />
        ) : (
          <PanelSkeleton rows={8} />
        )}
      </div>
    </Panel>
  );
}

function Found({ preview, projectId, nameOf }: { preview: Preview } & Pick<Props, 'projectId' | 'nameOf'>) {
  const { t } = useTranslation(['alert-rules', 'alerts', 'common']);
  const zone = useQuery(projectQuery(projectId)).data?.timeZone || defaultZone;
  const webhooks = useWebhooks(projectId).data?.list ?? [];
  const webhookName = (id: number) => webhooks.find((one) => one.id === id)?.name ?? t('webhooks');
  const { draft, inForce, days, list, unreached } = preview;
  const perPerson = (volume: Preview['draft']) => (volume.people === 0 ? 0 : volume.messages / volume.people / span);
  const figures = [
    { key: 'messages', value: formatNumber(draft.messages, 0), now: inForce && formatNumber(inForce.messages, 0) },
    { key: 'reminders', value: formatNumber(draft.reminders, 0), now: inForce && formatNumber(inForce.reminders, 0) },
    { key: 'events', value: formatNumber(draft.events, 0), now: inForce && formatNumber(inForce.events, 0) },
    { key: 'perPerson', value: formatNumber(perPerson(draft), 1), now: inForce && formatNumber(perPerson(inForce), 1) },
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(({ key, value, now }) => (
          <div key={key}>
            <dt>{t(`preview.${key}`)}</dt>
            <dd>
              {value}
              <small>{now === undefined ? t('preview.new') : t('preview.now', { value: now })}</small>
            </dd>
          </div>
        ))}
      </dl>
      {unreached.map(({ accountId, webhookId, reason }) => (
        <p key={`${accountId}-${webhookId}`} className={styles.problem}>
          {t('preview.unreached', {
            name: accountId > 0 ? nameOf(accountId) : webhookId > 0 ? webhookName(webhookId) : t('preview.duty'),
            reason: t(`messages.reason.${reason}`),
          })}
        </p>
      ))}
      {draft.called > 0 && <p className={styles.hint}>{t('preview.called', { messages: draft.called })}</p>}
      {draft.held > 0 && <p className={styles.hint}>{t('preview.held', { count: draft.held })}</p>}
      <h3>{t('preview.days')}</h3>
      <DayBars days={days} />
      <h3>{t('preview.list')}</h3>
      {list.length === 0 ? (
        <p className={styles.hint}>{t('preview.nothing')}</p>
      ) : (
        <ol className={styles.events}>
          {list.map((one) => (
            <li key={`${one.alertId}-${one.at}-${one.event}`}>
              <time dateTime={new Date(one.at).toISOString()}>{formatTime(one.at, zone, 'list')}</time>
              {one.level > 0 && one.event !== 'restored' ? (
                <LevelIcon level={asLevel(one.level)} size={13} />
              ) : (
                <span className={styles.dot} aria-hidden="true" />
              )}
              <Link to={`/projects/${projectId}/alerts/${one.alertId}`} title={one.subject}>
                {one.subject}
              </Link>
              <span className={styles.count}>
                {t('preview.recipients', { count: one.recipients })}
                {one.reminders > 0 && <small> {t('preview.remindersOf', { count: one.reminders })}</small>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className={styles.hint}>{t('preview.alone')}</p>
    </>
  );
}
