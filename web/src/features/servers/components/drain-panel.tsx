import { CheckOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { shareOf, stepsOf } from '../model/drain';
import { nameOf, stateOf } from '../model/servers';
import { type Drain, effectQuery, type Server } from '../queries';
import styles from '../servers.module.css';
import { EffectFacts } from './effect-facts';
import { EndDrainButton } from './end-drain-button';
import { useSpan } from './span-text';

interface Props {
  server: Server & { drain: Drain };
  now: number;
}

const clock = (ms: number) => formatTime(ms).slice(11);

/** What the server still holds. */
function Left({ serverId }: { serverId: number }) {
  const { t } = useTranslation('servers');
  const effect = useQuery(effectQuery(serverId));
  return (
    <>
      <h3 className={styles.subhead}>{t('effect.left')}</h3>
      <QueryPanel query={effect} rows={4} failure={t('effect.failed')}>
        {(found) => <EffectFacts effect={found} />}
      </QueryPanel>
    </>
  );
}

/** A drain step by step, and what is still to be handed over. */
export function DrainPanel({ server, now }: Props) {
  const { t } = useTranslation('servers');
  const span = useSpan();
  const { drain, partitions } = server;
  const steps = stepsOf(drain, partitions);
  const share = shareOf(drain, partitions);
  const took = (drain.safeAt || now) - drain.askedAt;
  return (
    <Panel
      title={t('drain.panel', { name: nameOf(server) })}
      extra={t('drain.by', { name: drain.by, time: formatTime(drain.askedAt, undefined, 'clock') })}
    >
      <div className={styles.drain}>
        <p className={styles.progress}>
          <b>{drain.handedOverAt > 0 ? drain.partitions : Math.max(0, drain.partitions - partitions)}</b>
          <b>{` / ${drain.partitions}`}</b>
          <span className={styles.progressNote}>
            {t(drain.safeAt > 0 ? 'drain.tookAll' : 'drain.took', { span: span(took) })}
          </span>
        </p>
        <Progress
          percent={Math.round(share * 100)}
          showInfo={false}
          size={{ height: 4 }}
          strokeColor="var(--link)"
          railColor="var(--line)"
          aria-label={t('drain.panel', { name: nameOf(server) })}
        />
        {stateOf(server, now) === 'offline' && <p className={styles.refusal}>{t('drain.offline')}</p>}
        <ol className={styles.steps}>
          {steps.map(({ key, at, state, count }) => (
            <li key={key} data-state={state}>
              <span className={styles.mark} aria-hidden="true">
                {state === 'done' && <CheckOutlined />}
              </span>
              <span className="visually-hidden">{t(`drain.stepState.${state}`)}</span>
              <span>{t(`drain.${state === 'done' ? 'done' : 'step'}.${key}`, { count, n: count })}</span>
              {at > 0 && <time dateTime={new Date(at).toISOString()}>{clock(at)}</time>}
            </li>
          ))}
        </ol>
        {drain.handedOverAt === 0 && <Left serverId={server.id} />}
        <EndDrainButton server={server} plain />
      </div>
    </Panel>
  );
}
