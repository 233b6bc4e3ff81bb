import { useQuery } from '@tanstack/react-query';
import { Breadcrumb } from 'antd';
import { Link, Navigate, useParams } from 'react-router';
import { overviewQuery } from '@/api/monitor';
import { projectQuery, structuresQuery } from '@/api/project';
import { measurementValueListQuery } from '@/api/stats';
import { useLiveStats } from '@/entities/monitor/use-live-stats';
import { useLiveValues } from '@/entities/monitor/use-live-values';
import { defaultZone } from '@/ui/format/time';
import { useMedia } from '@/ui/use-media';
import { LatestAlerts } from '../components/latest-alerts';
import { PointList } from '../components/point-list';
import { SiteStrip } from '../components/site-strip';
import { SiteView } from '../components/site-view';
import styles from './structure-page.module.css';

/** A structure or item: its plan, its points with live values, its alerts. */
export default function StructurePage() {
  const params = useParams();
  const projectId = Number(params.projectId);
  const structureId = Number(params.structureId);
  useLiveValues(projectId);
  useLiveStats(projectId);
  const project = useQuery(projectQuery(projectId));
  const structures = useQuery(structuresQuery(projectId));
  const measured = useQuery(measurementValueListQuery({ projectId, structureId }));
  const overview = useQuery(overviewQuery(projectId, structureId));
  const zone = project.data?.timeZone || defaultZone;
  const structure = structures.data?.list.find(({ id }) => id === structureId);
  const parent = structures.data?.list.find(({ id }) => id === structure?.parentId);
  const roomy = useMedia('(min-width: 2000px)');
  if (structures.data && !structure) return <Navigate to="/not-found" replace />;
  const alerts = <LatestAlerts projectId={projectId} structureId={structureId} zone={zone} />;
  return (
    <div className={styles.page}>
      <Breadcrumb
        items={[
          { key: 'project', title: <Link to={`/dashboard/project/${projectId}`}>{project.data?.name}</Link> },
          ...(parent
            ? [
                {
                  key: 'structure',
                  title: <Link to={`/dashboard/project/${projectId}/structures/${parent.id}`}>{parent.name}</Link>,
                },
              ]
            : []),
          { key: 'here', title: structure?.name },
        ]}
      />
      <SiteStrip projectId={projectId} structureId={structureId} standings={measured.data?.list} zone={zone} />
      <div className={styles.left}>
        <SiteView projectId={projectId} structureId={structureId} />
        {!roomy && alerts}
      </div>
      <div className={styles.right}>
        <PointList
          projectId={projectId}
          zone={zone}
          query={{ ...overview, data: overview.data?.list }}
          addPath={`/projects/${projectId}/console/structures/${structureId}?add=points`}
        />
        {roomy && alerts}
      </div>
    </div>
  );
}
