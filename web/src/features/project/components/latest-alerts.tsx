import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AlertRows } from '@/entities/alert/alert-rows';
import { useCan } from '@/entities/permission/permissions';
import { Panel } from '@/ui/panel';
import { NoPermission, PanelEmpty, QueryPanel } from '@/ui/states';
import { latestAlertsQuery } from '../queries';

interface Props {
  projectId: number;
  structureId?: number;
  zone: string;
}

/** The latest alerts of this project or structure. */
export function LatestAlerts({ projectId, structureId, zone }: Props) {
  const { t } = useTranslation('project');
  const may = useCan('View:Alert');
  const query = useQuery({ ...latestAlertsQuery(projectId, structureId), enabled: may });
  return (
    <Panel
      title={t('alerts.title')}
      busy={query.isFetching && query.data !== undefined}
      extra={
        query.data && <Link to={`/projects/${projectId}/alerts`}>{t('alerts.all', { count: query.data.total })}</Link>
      }
    >
      {may ? (
        <QueryPanel
          query={query}
          rows={4}
          failure={t('alerts.failed')}
          isEmpty={(page) => page.list.length === 0}
          empty={<PanelEmpty title={t('alerts.none')} hint={t('alerts.noneHint')} />}
        >
          {(page) => <AlertRows alerts={page.list} label={t('alerts.title')} zone={zone} />}
        </QueryPanel>
      ) : (
        <NoPermission permission="View:Alert" />
      )}
    </Panel>
  );
}
