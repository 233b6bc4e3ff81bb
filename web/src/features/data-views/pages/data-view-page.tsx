import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useMeasurementName } from '@/api/catalogue';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/shared/ui/states';
import { useMedia } from '@/shared/ui/use-media';
import { PointHeader } from '../components/point-header';
import { PointTree } from '../components/point-tree';
import { pathOf, rangeSearch, viewsOf } from '../model/registry';
import { allPoints, pointKey } from '../model/tree';
import { usePointLive } from '../queries/live';
import { useFeedDevices, useInitialRange, useThresholds } from '../queries/point';
import { useProjectZone, useTree } from '../queries/project';
import styles from './data-view-page.module.css';

/** One point: its facts, its views, the tree to walk to the next one. */
export default function DataViewPage() {
  const { t } = useTranslation(['data-views', 'common']);
  const params = useParams();
  const projectId = Number(params.projectId);
  const structureId = Number(params.structureId);
  const pointId = Number(params.mpId);
  const navigate = useNavigate();
  const { search } = useLocation();
  const wide = useMedia('(min-width: 1280px)');
  const zone = useProjectZone(projectId);
  const measurementName = useMeasurementName();
  const tree = useTree(projectId);
  const devices = useFeedDevices(projectId, structureId, pointId);
  const thresholds = useThresholds(structureId, pointId);
  const initial = useInitialRange(pointId);
  usePointLive(projectId, pointId);
  const point = [...allPoints(tree.data ?? [])].find((p) => p.id === pointId);
  const applicable = point ? viewsOf(point) : [];
  const view = applicable.find((one) => one.slug === params.page) ?? null;
  const [treeOpen, setTreeOpen] = useState<boolean | null>(null);
  const showTree = treeOpen ?? (wide && view?.archetype !== 'profile');

  if (tree.error && !tree.data) return <PanelError error={tree.error} onRetry={() => tree.refetch()} />;
  if (!tree.data) return <PanelSkeleton rows={10} />;
  if (!point) {
    return (
      <PanelEmpty
        title={t('notThere')}
        action={<Link to={`/projects/${projectId}/monitor-new/home`}>{t('toPreview')}</Link>}
      />
    );
  }

  if (params.page === undefined && point.pages.length > 0)
    return <Navigate to={pathOf(projectId, point, undefined, search)} replace />;

  const place = placeOf(tree.data, point.structureId, point.itemId);
  const points = (
    <PointTree
      branches={tree.data}
      selected={pointKey(pointId)}
      onPoint={(chosen) => {
        const same = view && chosen.pages.includes(view.slug) ? view.slug : undefined;
        navigate(pathOf(projectId, chosen, same));
        if (!wide) setTreeOpen(false);
      }}
      measurementName={measurementName}
    />
  );

  return (
    <div className={styles.page} data-tree={wide && showTree ? 'open' : 'closed'}>
      {wide && showTree && (
        <Panel fill className={styles.tree} title={t('common:entity.point')} extra={[...allPoints(tree.data)].length}>
          {points}
        </Panel>
      )}
      {!wide && (
        <Drawer
          placement="left"
          size={300}
          open={showTree}
          title={t('common:entity.point')}
          onClose={() => setTreeOpen(false)}
          styles={{ body: { padding: 0 } }}
        >
          {points}
        </Drawer>
      )}
      <div className={styles.main}>
        <PointHeader
          projectId={projectId}
          zone={zone}
          point={point}
          place={place}
          measurement={measurementName(point.measurement)}
          devices={devices}
          thresholds={thresholds}
          view={view}
          actions={
            <div className={styles.actions}>
              <Button
                icon={<ApartmentOutlined aria-hidden />}
                aria-pressed={showTree}
                onClick={() => setTreeOpen(!showTree)}
              >
                {showTree ? t('tree.hide') : t('tree.show')}
              </Button>
            </div>
          }
        />
        <div className={styles.view} data-archetype={view?.archetype ?? 'studio'}>
          {view ? (
            <Suspense fallback={<PanelSkeleton rows={8} />}>
              {initial ? (
                <view.Component
                  key={`${pointId} ${view.slug}`}
                  projectId={projectId}
                  zone={zone}
                  point={point}
                  slug={view.slug}
                  initial={initial}
                />
              ) : (
                <PanelSkeleton rows={8} />
              )}
            </Suspense>
          ) : tree.error ? (
            <Panel fill>
              <PanelError error={tree.error} onRetry={() => tree.refetch()} />
            </Panel>
          ) : (
            <Panel fill>
              <PanelEmpty
                title={t('notSupported')}
                action={
                  applicable.length > 0 && (
                    <Link to={pathOf(projectId, point, undefined, rangeSearch(new URLSearchParams(search)))}>
                      {t('toDefault', { view: t(applicable[0]?.titleKey ?? 'view.line') })}
                    </Link>
                  )
                }
              />
            </Panel>
          )}
        </div>
      </div>
    </div>
  );
}

interface Branchlike {
  kind: string;
  id: number;
  name: string;
  branches: readonly Branchlike[];
}

/** The structure and item that a point belongs to, as people say it. */
function placeOf(branches: readonly Branchlike[], structureId: number, itemId: number): string {
  for (const branch of branches) {
    if (branch.kind === 'item' && branch.id === itemId) return branch.name;
    const below = placeOf(branch.branches, structureId, itemId);
    if (below) return below;
    if (itemId === 0 && branch.kind === 'structure' && branch.id === structureId) return branch.name;
  }
  return '';
}
