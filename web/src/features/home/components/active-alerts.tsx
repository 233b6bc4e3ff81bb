import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LazyAlertRows } from '@/entities/alert/lazy-alert-rows';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { activeAlertsQuery } from '../queries';

/** The alerts of all projects that wait to be processed. */
export function ActiveAlerts() {
  const { t } = useTranslation('home');
  const query = useQuery(activeAlertsQuery());
  return (
    <Panel
      title={t('alerts.title')}
      busy={query.isFetching && query.data !== undefined}
      extra={query.data && <Link to="/alerts">{t('alerts.all', { count: query.data.total })}</Link>}
    >
      <QueryPanel
        query={query}
        rows={4}
        failure={t('alerts.failed')}
        isEmpty={(page) => page.list.length === 0}
        empty={<PanelEmpty title={t('alerts.none')} />}
      >
        {(page) => <LazyAlertRows alerts={page.list} withProject label={t('alerts.title')} />}
      </QueryPanel>
    </Panel>
  );
}
