import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import styles from '../alert-rules.module.css';
import { conditionTexts } from '../model/condition';
import type { AlertMessage } from '../queries';
import { Gathered } from './gathered';

interface Props {
  message: AlertMessage;
  projectId: number;
  zone: string;
  onClose: () => void;
}

/** A message as it was sent, with the answers to the attempts. */
export function MessageDetail({ message, projectId, zone, onClose }: Props) {
  const { t } = useTranslation(['alert-rules', 'alerts', 'common']);
  const recipient = message.accountName || message.address;
  return (
    <Panel
      fill
      title={t('messages.detail', { recipient })}
      extra={
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:action.close')}
          onClick={onClose}
        />
      }
    >
      <div className={styles.scroll}>
        <article className={styles.letter}>
          {message.subject && <h3>{message.subject}</h3>}
          {message.text.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </article>
        <dl className={styles.facts}>
          <dt>{t('messages.channel')}</dt>
          <dd>
            {t(`alerts:message.channel.${message.channel}`)}
            <Gathered message={message} zone={zone} />
            {message.afterId > 0 && <small className={styles.reason}>{t('messages.after')}</small>}
          </dd>
          <dt>{t('messages.address')}</dt>
          <dd>{message.address || '–'}</dd>
          <dt>{t('messages.rule')}</dt>
          <dd>{message.alertRuleName}</dd>
          <dt>{t('messages.written')}</dt>
          <dd>
            {formatTime(message.createdAt, zone)}
            {message.heldUntil > 0 && message.reminder >= 0 && (
              <small className={styles.reason}>
                {t(message.silenced ? 'messages.silencedUntil' : 'messages.heldUntil', {
                  time: formatTime(message.heldUntil, zone, 'list'),
                })}
              </small>
            )}
          </dd>
          {message.conditions.length > 0 && (
            <>
              <dt>{t('messages.conditions')}</dt>
              <dd>
                {[...new Set(message.conditions.map((one) => conditionTexts(t, one).join(' · ')))].map((text) => (
                  <span key={text} className={styles.condition}>
                    {text}
                  </span>
                ))}
                {message.metAt > 0 && (
                  <small className={styles.reason}>
                    {t('messages.metAt', { time: formatTime(message.metAt, zone, 'list') })}
                  </small>
                )}
              </dd>
            </>
          )}
          {message.reminder < 0 && (
            <>
              <dt>{t('messages.rung')}</dt>
              <dd>{t('messages.rungText', { step: -message.reminder, minutes: message.afterMinutes })}</dd>
            </>
          )}
          {message.dueAt > 0 && (
            <>
              <dt>{t('messages.due')}</dt>
              <dd>{formatTime(message.dueAt, zone)}</dd>
            </>
          )}
          {message.reason && (
            <>
              <dt>{t('messages.why')}</dt>
              <dd>{t(`messages.reason.${message.reason}`)}</dd>
            </>
          )}
        </dl>
        {message.repeated && <p className={styles.problem}>{t('messages.repeated')}</p>}
        <h3>{t('messages.attempts')}</h3>
        {message.attempts.length === 0 ? (
          <p className={styles.hint}>{t('messages.noAttempts')}</p>
        ) : (
          <ol className={styles.attempts}>
            {message.attempts.map((one) => (
              <li key={one.beganAt}>
                <time dateTime={new Date(one.beganAt).toISOString()}>{formatTime(one.beganAt, zone)}</time>
                <b>{t(`messages.outcome.${one.outcome}`)}</b>
                {one.answer && <code>{one.answer}</code>}
                {one.receipt && <Receipt attempt={one} zone={zone} />}
              </li>
            ))}
          </ol>
        )}
        {message.drillId > 0 ? (
          <Link to={`/projects/${projectId}/alerts/drills`}>{t('messages.toDrills')}</Link>
        ) : (
          <Link to={`/projects/${projectId}/alerts/${message.alertId}`}>{t('messages.toAlert')}</Link>
        )}
      </div>
    </Panel>
  );
}

/** Whether the phone got the message, with what the provider says about it. */
function Receipt({ attempt, zone }: { attempt: AlertMessage['attempts'][number]; zone: string }) {
  const { t } = useTranslation(['alert-rules', 'alerts']);
  const { receipt, receiptAt, receiptCode, receiptText, reference } = attempt;
  const said = [receiptCode, receiptText].filter(Boolean).join(' ');
  if (!receipt) return null;
  return (
    <div className={styles.receipt} data-receipt={receipt}>
      <span>
        {t('messages.receipt')} <b>{t(`alerts:message.receipt.${receipt}`)}</b>
        {receiptAt > 0 && <time dateTime={new Date(receiptAt).toISOString()}> {formatTime(receiptAt, zone)}</time>}
      </span>
      {said && <code>{said}</code>}
      {reference && <small>{t('messages.reference', { reference })}</small>}
    </div>
  );
}
