import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { Sign } from '@/ui/sign';
import { shareOf } from '../model/drain';
import { inTrouble, stateOf } from '../model/servers';
import type { Server } from '../queries';
import styles from '../servers.module.css';

/** Dot in a ring, ring with a slash, clock: the signs of the design language. */
export const signs = {
  good: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11ZM8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 0 1 0-2.8Z',
  bad: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11ZM4.2 4.2L11.8 11.8',
  wait: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11ZM8 5v3.2L10 9.6',
};

/** The state of a server in a sign and a word; a drain shows how far it is. */
export function ServerState({ server, now }: { server: Server; now: number }) {
  const { t } = useTranslation('servers');
  const state = stateOf(server, now);
  if (state === 'draining' && server.drain)
    return (
      <span className={styles.state}>
        <Progress
          percent={Math.round(shareOf(server.drain, server.partitions) * 100)}
          showInfo={false}
          size={[56, 4]}
          strokeColor="var(--link)"
          railColor="var(--line)"
          aria-label={t('state.draining', { n: server.partitions })}
        />
        {t('state.draining', { n: server.partitions })}
      </span>
    );
  const fault = inTrouble.has(state);
  const look = fault ? 'bad' : state === 'online' || state === 'drained' ? 'good' : 'wait';
  return (
    <span className={styles.state} data-fault={fault}>
      <Sign path={signs[look]} />
      {t(`state.${state}` as 'state.online')}
    </span>
  );
}
