import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '@/entities/session/session-store';
import { Panel } from '@/ui/panel';
import { NoPermission, QueryPanel } from '@/ui/states';
import { DrainPanel } from '../components/drain-panel';
import { PartitionPanel } from '../components/partition-panel';
import { PromisePanel } from '../components/promise-panel';
import { PromiseWarning } from '../components/promise-warning';
import { ServerTable } from '../components/server-table';
import { Strip } from '../components/strip';
import { Updated } from '../components/updated';
import { serversQuery } from '../queries';
import styles from '../servers.module.css';

/** The servers of the installation, for platform operators. */
export default function ServersPage() {
  const { t } = useTranslation(['servers', 'common']);
  const session = useSession();
  const operator = session?.user.type === 'System' && !session.helping;
  const query = useQuery({ ...serversQuery(), enabled: operator });
  if (!operator)
    return (
      <NoPermission permission="View:Corporation" action={<Link to="/dashboard">{t('common:action.backHome')}</Link>} />
    );
  if (!query.data)
    return (
      <Panel title={t('title')} className={styles.full}>
        <QueryPanel query={query} rows={12} failure={t('failed')}>
          {() => null}
        </QueryPanel>
      </Panel>
    );
  const view = query.data;
  return (
    <div className={styles.page}>
      <PromiseWarning durability={view.durability} />
      <Strip view={view} />
      <Panel title={t('title')} className={styles.servers} extra={<Updated at={query.dataUpdatedAt} />}>
        <ServerTable view={view} />
        {view.embedded && <p className={styles.embedded}>{t('embedded')}</p>}
      </Panel>
      <div className={styles.lower} data-single={view.embedded}>
        {!view.embedded && <PartitionPanel view={view} />}
        <div className={styles.side}>
          {view.servers.map((server) =>
            server.drain ? (
              <DrainPanel key={server.id} server={{ ...server, drain: server.drain }} now={view.now} />
            ) : null,
          )}
          <PromisePanel view={view} />
        </div>
      </div>
    </div>
  );
}
