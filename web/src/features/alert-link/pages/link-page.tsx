import { CarOutlined, CheckOutlined, EyeOutlined } from '@ant-design/icons';
import { Alert, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { describeError } from '@/api/errors';
import { LevelTag } from '@/entities/alert/level-tag';
import { useBrand } from '@/entities/brand/brand';
import { BrandLogo } from '@/entities/brand/brand-logo';
import { formatTime } from '@/ui/format/time';
import { useLanguage } from '@/ui/i18n/use-language';
import { QueryPanel } from '@/ui/states';
import { asLevel } from '@/ui/theme/tokens';
import { Decide } from '../components/decide';
import { type AlertLink, type LinkAnswer, useAlertLink, useAnswer } from '../queries';
import styles from './link-page.module.css';

const answers: readonly { answer: LinkAnswer; icon: typeof EyeOutlined }[] = [
  { answer: 'seen', icon: EyeOutlined },
  { answer: 'onMyWay', icon: CarOutlined },
];

/** What the link in a message opens: one alert for one recipient, who can answer without a session. */
export default function LinkPage() {
  const { t } = useTranslation('alert-link');
  const { token = '' } = useParams();
  const language = useLanguage();
  const query = useAlertLink(token, language);
  const brand = useBrand();
  return (
    <main className={styles.page}>
      <header className={styles.brand}>
        <BrandLogo src={brand.logo} size={28} />
        <span>{brand.title}</span>
      </header>
      <QueryPanel query={query} failure={t('failed')}>
        {(alert) =>
          alert.drill ? (
            <Drill alert={alert} token={token} language={language} />
          ) : (
            <Opened alert={alert} token={token} language={language} />
          )
        }
      </QueryPanel>
      {query.error && (
        <p className={styles.signIn}>
          <Link to="/sign">{t('signIn')}</Link>
        </p>
      )}
    </main>
  );
}

function Opened({ alert, token, language }: { alert: AlertLink; token: string; language: string }) {
  const { t } = useTranslation(['alert-link', 'common']);
  const time = (at: number) => formatTime(at, alert.timeZone, 'list');
  const place = [alert.projectName, alert.structureName, alert.itemName].filter(Boolean).join(' / ');
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        {alert.level > 0 && <LevelTag level={asLevel(alert.level)} solid />}
        <span className={styles.status}>{t(`common:alertStatus.${alert.status}`)}</span>
      </div>
      <h1 className={styles.name}>{alert.location}</h1>
      <p className={styles.place}>{place}</p>
      <p className={styles.reason}>{alert.reason}</p>
      {alert.withdrawnAt > 0 && (
        <Alert type="info" showIcon message={t('withdrawn', { time: time(alert.withdrawnAt) })} />
      )}
      <dl className={styles.facts}>
        {alert.steps.map((step) => (
          <div key={step.time}>
            <dt>
              <LevelTag level={asLevel(step.level)} />
              <time>{time(step.time)}</time>
            </dt>
            <dd>{step.inequality}</dd>
          </div>
        ))}
        {alert.steps.length === 0 && (
          <div>
            <dt>{t('opened')}</dt>
            <dd>{time(alert.opened)}</dd>
          </div>
        )}
        {alert.ended > 0 && (
          <div>
            <dt>{t('ended')}</dt>
            <dd>{time(alert.ended)}</dd>
          </div>
        )}
      </dl>
      <Answer {...{ alert, token, language }} />
      {alert.byCode && <Decide {...{ alert, token, language }} />}
      <Replies alert={alert} time={time} />
      <p className={styles.quiet}>
        {t(alert.byCode ? 'untilByCode' : 'until', { recipient: alert.recipient, time: time(alert.until) })}{' '}
        <Link to={`/projects/${alert.projectId}/alerts/${alert.alertId}`}>{t('process')}</Link>
      </p>
    </article>
  );
}

/** A drill has no alert: the page says so, and asks for the confirmation that proves the chain. */
function Drill({ alert, token, language }: { alert: AlertLink; token: string; language: string }) {
  const { t } = useTranslation('alert-link');
  const time = (at: number) => formatTime(at, alert.timeZone, 'list');
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <Tag color="blue">{t('drill.mark')}</Tag>
      </div>
      <h1 className={styles.name}>{t('drill.rule', { rule: alert.alertRuleName })}</h1>
      <p className={styles.place}>{alert.projectName}</p>
      <p className={styles.reason}>{t('drill.hint')}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('drill.started')}</dt>
          <dd>{time(alert.opened)}</dd>
        </div>
      </dl>
      <Answer {...{ alert, token, language }} only="seen" />
      <Replies alert={alert} time={time} />
      <p className={styles.quiet}>{t('drill.until', { recipient: alert.recipient, time: time(alert.until) })}</p>
    </article>
  );
}

function Answer({
  alert,
  token,
  language,
  only,
}: {
  alert: AlertLink;
  token: string;
  language: string;
  /** The one answer that makes sense. */
  only?: LinkAnswer;
}) {
  const { t } = useTranslation('alert-link');
  const say = useAnswer(token, language);
  const given = new Set(alert.replies.filter(({ own }) => own).map(({ answer }) => answer));
  return (
    <>
      {say.error && <Alert type="error" showIcon message={describeError(say.error)} />}
      <div className={styles.answers}>
        {answers
          .filter(({ answer }) => only === undefined || answer === only)
          .map(({ answer, icon: Icon }) => (
            <Button
              key={answer}
              size="large"
              type={answer === (only ?? 'onMyWay') && !given.has(answer) ? 'primary' : 'default'}
              icon={given.has(answer) ? <CheckOutlined aria-hidden /> : <Icon aria-hidden />}
              disabled={given.has(answer)}
              loading={say.isPending && say.variables === answer}
              onClick={() => say.mutate(answer)}
            >
              {t(given.has(answer) ? `said.${answer}` : `say.${answer}`)}
            </Button>
          ))}
      </div>
    </>
  );
}

function Replies({ alert, time }: { alert: AlertLink; time: (at: number) => string }) {
  const { t } = useTranslation('alert-link');
  if (alert.replies.length === 0) return <p className={styles.quiet}>{t('nobody')}</p>;
  return (
    <section aria-label={t('replies')}>
      <h2 className={styles.title}>{t('replies')}</h2>
      <ul className={styles.replies}>
        {alert.replies.map(({ name, own, answer, at }) => (
          <li key={`${name} ${answer} ${at}`}>
            <span>{own ? t('you') : name}</span>
            <span>{t(`did.${answer}`)}</span>
            <time dateTime={new Date(at).toISOString()}>{time(at)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
