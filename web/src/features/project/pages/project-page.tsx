import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { projectQuery } from '@/api/project';
import { measurementValueListQuery } from '@/api/stats';
import { useLiveStats } from '@/entities/monitor/use-live-stats';
import { useLiveValues } from '@/entities/monitor/use-live-values';
import { defaultZone } from '@/ui/format/time';
import { useMedia } from '@/ui/use-media';
import { CompletenessPanel } from '../components/completeness-panel';
import { LatestAlerts } from '../components/latest-alerts';
import { MeasurementTable } from '../components/measurement-table';
import { SiteStrip } from '../components/site-strip';
import { SiteView } from '../components/site-view';
import { UnprotectedPanel } from '../components/unprotected-panel';
import { WeatherPanel } from '../components/weather-panel';
import { measurementRows } from '../model/measurements';
import styles from './project-page.module.css';

const none: never[] = [];

/** A project at a glance: figures, where its points are, what they measure, alerts, completeness. */
export default function ProjectPage() {
  const projectId = Number(useParams().projectId);
  useLiveValues(projectId);
  useLiveStats(projectId);
  const project = useQuery(projectQuery(projectId));
  const zone = project.data?.timeZone || defaultZone;
  const measured = useQuery(measurementValueListQuery({ projectId }));
  const rows = useMemo(() => measurementRows(measured.data?.list ?? none), [measured.data]);
  const roomy = useMedia('(min-width: 2000px)');
  const alerts = <LatestAlerts projectId={projectId} zone={zone} />;
  return (
    <div className={styles.page}>
      <SiteStrip projectId={projectId} standings={measured.data?.list} zone={zone} />
      <div className={styles.left}>
        <SiteView projectId={projectId} />
        {!roomy && alerts}
      </div>
      <div className={styles.right}>
        <UnprotectedPanel projectId={projectId} zone={zone} />
        <MeasurementTable projectId={projectId} query={{ ...measured, data: measured.data && rows }} />
        <WeatherPanel scope={{ projectId }} zone={zone} />
        <CompletenessPanel scope={{ projectId }} zone={zone} />
        {roomy && alerts}
      </div>
    </div>
  );
}
