import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalog';
import { overviewQuery } from '@/api/monitor';
import { structuresQuery } from '@/api/project';
import { structureStatListQuery } from '@/api/stats';
import { LazyPlanView } from '@/entities/drawing/lazy-plan-view';
import { planQuery, plansQuery } from '@/entities/drawing/queries';
import { LazySiteMap } from '@/entities/map/lazy-site-map';
import { StillMaps } from '@/entities/map/still';
import { coveredBy, planMarkers, shownPlans, structureSites } from '@/entities/monitor/places';
import { useNow } from '@/ui/format/use-now';
import { Panel } from '@/ui/panel';
import { NoPermission, PanelEmpty, PanelSkeleton } from '@/ui/states';
import { emptyBoard } from '../model/board';
import { fitsBoard } from '../model/registry';
import { allPoints, worstFirst } from '../model/tree';
import type { TreeBranch } from '../model/types';
import type { useOpenAlerts } from '../queries/wall';
import { BoardGrid } from './board-grid';
import styles from './wall.module.css';
import { WallAlerts } from './wall-alerts';
import { WallCounts } from './wall-counts';
import { WallPoints } from './wall-points';

interface Props {
  projectId: number;
  zone: string;
  branches: readonly TreeBranch[];
  alerts: ReturnType<typeof useOpenAlerts>;
}

const nothing = () => {};
const noMarks: never[] = [];

/** The first page of a wall: levels, places, points by level, the two worst curves and the open alerts. */
export function WallOverview({ projectId, zone, branches, alerts }: Props) {
  const { t } = useTranslation('boards');
  const points = useMemo(() => worstFirst([...allPoints(branches)]), [branches]);
  const worst = useMemo(
    () => ({
      ...emptyBoard,
      ...{ rows: 2, columns: 1 },
      panels: points
        .flatMap((point) => {
          const view = point.pages.find(fitsBoard);
          return view && point.time !== null ? [{ pointId: point.id, view, query: '' }] : [];
        })
        .slice(0, 2),
    }),
    [points],
  );
  const open = alerts.data;
  return (
    <div className={styles.overview}>
      <WallCounts projectId={projectId} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <StillMaps value>
            <WallPlaces projectId={projectId} />
          </StillMaps>
          <Panel title={t('wallPage.points')} extra={t('wallPage.share')}>
            <WallPoints {...{ points, zone }} />
          </Panel>
        </div>
        <div className={styles.curves}>
          {worst.panels.length > 0 ? (
            <BoardGrid
              {...{ projectId, zone, branches }}
              board={worst}
              window={null}
              cursor={null}
              publish={nothing}
              editing={null}
            />
          ) : (
            <Panel fill>
              <PanelEmpty title={t('wallPage.noCurves')} />
            </Panel>
          )}
        </div>
        <Panel
          title={open ? t('wallPage.alerts', { total: open.total }) : t('wallPage.alertsTitle')}
          extra={t('wallPage.alertsOrder')}
        >
          {!alerts.may ? (
            <NoPermission permission="View:Alert" />
          ) : open ? (
            <WallAlerts alerts={open.list} zone={zone} />
          ) : (
            <PanelSkeleton rows={6} />
          )}
        </Panel>
      </div>
    </div>
  );
}

/** The drawing of the worst structure, or the map where there is none. */
function WallPlaces({ projectId }: { projectId: number }) {
  const { t } = useTranslation('boards');
  const now = useNow();
  const measurementName = useMeasurementName();
  const structures = useQuery(structuresQuery(projectId)).data;
  const standings = useQuery(structureStatListQuery(projectId)).data;
  const sheets = useQuery(plansQuery(projectId));
  const sites = useMemo(
    () => (standings ? structureSites(standings, projectId, undefined) : noMarks),
    [standings, projectId],
  );
  const fit = useMemo(() => (standings ? coveredBy(standings, undefined) : undefined), [standings]);
  const summary = shownPlans(sheets.data?.list ?? [], structures?.list ?? [], undefined, standings)[0];
  const plan = useQuery({ ...planQuery(projectId, summary?.id ?? 0), enabled: summary !== undefined }).data;
  const overview = useQuery({
    ...overviewQuery(projectId, summary?.structureId ?? 0),
    enabled: summary !== undefined,
  }).data;
  const markers = useMemo(
    () => planMarkers(plan?.marks ?? noMarks, overview?.list ?? noMarks, now, measurementName),
    [plan, overview, now, measurementName],
  );
  const detail = useMemo(() => ({ of: 'structure', projectId, structureId: undefined }) as const, [projectId]);
  return (
    <Panel fill title={summary?.name ?? t('wallPage.map')}>
      {!sheets.data ? (
        <PanelSkeleton rows={8} />
      ) : summary ? (
        plan && <LazyPlanView plan={plan} markers={markers} showValues onOpen={nothing} />
      ) : sites.length > 0 ? (
        <LazySiteMap fitZoom={16} {...{ sites, detail, fit }} label={t('wallPage.map')} onOpen={nothing} />
      ) : (
        <PanelEmpty title={t('wallPage.noPlaces')} />
      )}
    </Panel>
  );
}
