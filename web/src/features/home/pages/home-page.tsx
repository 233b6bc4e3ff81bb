import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { completenessQuery, projectStatListQuery } from '@/api/stats';
import { StatStrip } from '@/entities/alert/stat-strip';
import { sitePath } from '@/entities/map/detail';
import { LazySiteMap } from '@/entities/map/lazy-site-map';
import { onTimeShare } from '@/entities/monitor/on-time';
import { useLiveStats } from '@/entities/monitor/use-live-stats';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { Panel } from '@/ui/panel';
import { useMedia } from '@/ui/use-media';
import { ActiveAlerts } from '../components/active-alerts';
import { AlertTrend } from '../components/alert-trend';
import { Insights } from '../components/insights';
import { ProjectList } from '../components/project-list';
import { ResumeSetup } from '../components/resume-setup';
import { StorageNotice } from '../components/storage-notice';
import { asOrder, isSilent, sortOf } from '../model/ranking';
import { sitesOf } from '../model/sites';
import { corporationStatsQuery, markersQuery } from '../queries';
import styles from './home-page.module.css';

/** The number of things without a level. */
const unjudged = (all: number, levels: readonly number[]) => all - levels.reduce((sum, one) => sum + one, 0);

/** Projects on the list; the rest is on the page of projects. */
const shownProjects = 200;
const ofProjects = { of: 'project' } as const;

/** The corporation at a glance: counts, map, projects worst first, open alerts, trend, types and device health. */
export default function HomePage() {
  const { t } = useTranslation(['home', 'common']);
  const navigate = useNavigate();
  useLiveStats();
  const [search] = useSearchParams();
  const roomy = useMedia('(min-width: 2000px)');
  const stats = useQuery(corporationStatsQuery());
  const markers = useQuery(markersQuery());
  const projects = useQuery(projectStatListQuery(sortOf[asOrder(search.get('order'))], shownProjects));
  const day = useQuery(completenessQuery({}));
  const listed = projects.data?.list ?? [];

  const staleIds = listed
    .filter(isSilent)
    .map(({ projectId }) => projectId)
    .sort((a, b) => a - b)
    .join();
  const sites = useMemo(() => sitesOf(markers.data?.list ?? [], staleIds), [markers.data, staleIds]);

  const onTime = onTimeShare(listed);
  const health = stats.data?.healthStatusStat;
  const count = (value: number | undefined) => (value === undefined ? t('common:none') : formatNumber(value, 0));
  return (
    <div className={styles.page}>
      <StorageNotice />
      {stats.data && stats.data.projects > 0 && stats.data.judged === 0 && <ResumeSetup />}
      <StatStrip
        label={t('strip.name')}
        before={[
          { key: 'projects', label: t('strip.projects'), value: count(stats.data?.projects) },
          { key: 'structures', label: t('strip.structures'), value: count(stats.data?.structures) },
        ]}
        levels={stats.data?.projectLevels}
        neutral={stats.data && { notJudged: unjudged(stats.data.projects, stats.data.projectLevels) }}
        after={[
          {
            key: 'judged',
            label: t('strip.judged'),
            value: count(stats.data?.judged),
            unit: stats.data && `/ ${formatNumber(stats.data.points, 0)}`,
            strong: true,
          },
          {
            key: 'alerts',
            label: t('strip.alerts'),
            value: count(stats.data?.activeAlerts),
            unit: t('strip.alertsUnit'),
          },
          {
            key: 'fresh',
            label: t('strip.fresh'),
            value: onTime === undefined ? t('common:none') : formatPercent(onTime, 1),
          },
          {
            key: 'complete',
            label: t('strip.complete'),
            value: typeof day.data?.share === 'number' ? formatPercent(day.data.share, 1) : t('common:none'),
          },
          {
            key: 'online',
            label: t('strip.online'),
            value: count(health && health.total - health.offline),
            unit: health && `/ ${formatNumber(health.total, 0)}`,
          },
        ]}
      />
      <div className={styles.left}>
        <Panel fill className={styles.map}>
          <LazySiteMap
            detail={ofProjects}
            fitZoom={7}
            sites={sites}
            label={t('map.label', { count: sites.length })}
            onOpen={(site) => void navigate(sitePath(site))}
          />
        </Panel>
        {roomy ? <Insights stats={stats.data} /> : <ActiveAlerts />}
      </div>
      <div className={styles.right}>
        <ProjectList busy={projects.isPlaceholderData} query={{ ...projects, data: projects.data?.list }} />
        {roomy ? (
          <>
            <ActiveAlerts />
            <Panel title={t('insights.trend')}>
              <AlertTrend />
            </Panel>
          </>
        ) : (
          <Insights stats={stats.data} />
        )}
      </div>
    </div>
  );
}
