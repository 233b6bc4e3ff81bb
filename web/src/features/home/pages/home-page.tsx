import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { overviewQuery } from '@/api/monitor';
import { projectsQuery } from '@/api/project';
import { formatNumber, formatPercent } from '@/shared/format/number';
import { useNow } from '@/shared/format/use-now';
import { sitePath } from '@/shared/map/detail';
import { LazySiteMap } from '@/shared/map/lazy-site-map';
import { useLiveValues } from '@/shared/monitor/use-live-values';
import { allStale, upToDateShare, worstOf } from '@/shared/monitor/worst';
import { Panel } from '@/shared/ui/panel';
import { StatStrip } from '@/shared/ui/stat-strip';
import { ActiveAlerts } from '../components/active-alerts';
import { ProjectList } from '../components/project-list';
import { StorageNotice } from '../components/storage-notice';
import { rankedProject } from '../model/ranking';
import { sitesOf } from '../model/sites';
import { corporationStatsQuery, markersQuery } from '../queries';
import styles from './home-page.module.css';

/** Projects whose worst points are fetched; lists are worst first, so these are the ones that matter. */
const shownProjects = 100;

/** The corporation at a glance: counts, map, projects worst first, alerts that wait. */
export default function HomePage() {
  const { t } = useTranslation(['home', 'common']);
  const navigate = useNavigate();
  const now = useNow();
  useLiveValues();
  const stats = useQuery(corporationStatsQuery());
  const markers = useQuery(markersQuery());
  const projects = useQuery(projectsQuery({ pageSize: shownProjects }));
  const listed = projects.data?.list ?? [];
  const overviews = useQueries({ queries: listed.map((project) => overviewQuery(project.id)) });

  const points = overviews.flatMap((overview) => overview.data?.list ?? []);
  const rows = listed.map((project, index) => {
    const list = overviews[index]?.data?.list ?? [];
    return rankedProject(project, worstOf(list), allStale(list, now));
  });
  const staleIds = rows
    .filter((row) => row.stale)
    .map((row) => row.project.id)
    .join();
  const sites = useMemo(() => sitesOf(markers.data?.list ?? [], staleIds), [markers.data, staleIds]);

  const upToDate = upToDateShare(points, now);
  const health = stats.data?.healthStatusStat;
  const count = (value: number | undefined) => (value === undefined ? t('common:none') : formatNumber(value, 0));
  return (
    <div className={styles.page}>
      <StorageNotice />
      <StatStrip
        label={t('strip.name')}
        before={[
          { key: 'projects', label: t('strip.projects'), value: count(stats.data?.projects) },
          { key: 'structures', label: t('strip.structures'), value: count(stats.data?.structures) },
          { key: 'points', label: t('strip.points'), value: count(stats.data?.measuringPoints) },
        ]}
        levels={stats.data?.projectLevels}
        after={[
          {
            key: 'alerts',
            label: t('strip.alerts'),
            value: count(stats.data?.activeAlerts),
            unit: t('strip.alertsUnit'),
          },
          {
            key: 'fresh',
            label: t('strip.fresh'),
            value: upToDate === undefined ? t('common:none') : formatPercent(upToDate, 1),
          },
          {
            key: 'online',
            label: t('strip.online'),
            value: count(health?.online),
            unit: health && `/ ${formatNumber(health.total, 0)}`,
          },
        ]}
      />
      <div className={styles.left}>
        <Panel fill className={styles.map}>
          <LazySiteMap
            detail
            fitZoom={7}
            sites={sites}
            label={t('map.label', { count: sites.length })}
            onOpen={(site) => void navigate(sitePath(site))}
          />
        </Panel>
        <ActiveAlerts />
      </div>
      <ProjectList
        busy={projects.isFetching && projects.data !== undefined}
        query={{ ...projects, data: projects.data ? rows : undefined }}
      />
    </div>
  );
}
