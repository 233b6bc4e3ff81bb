import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelError, PanelSkeleton } from '@/ui/states';
import { useMedia } from '@/ui/use-media';
import { KnownBanner } from '../components/known-banner';
import { KnownButton } from '../components/known-button';
import { OfflineNote } from '../components/offline-note';
import { PointHeader } from '../components/point-header';
import { PointSteps } from '../components/point-steps';
import { PointTree } from '../components/point-tree';
import { analysisPath, analysisSearch, isMethod, type Method, offers, spanDaysOf } from '../model/analysis';
import { analysisView } from '../model/analysis-view';
import { KnownAt, knownIn } from '../model/known';
import { presetQuery } from '../model/preset';
import { pathOf, rangeSearch, viewOf } from '../model/registry';
import { allPoints, pointKey } from '../model/tree';
import type { PageSlug, PointState } from '../model/types';
import { ViewPageContext } from '../model/view-page';
import { readState, writeState } from '../model/view-state';
import { usePointLive } from '../queries/live';
import { usePage } from '../queries/pages';
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
  const [query, setQuery] = useSearchParams();
  const wide = useMedia('(min-width: 1280px)');
  const zone = useProjectZone(projectId);
  const measurementName = useMeasurementName();
  const tree = useTree(projectId);
  const devices = useFeedDevices(projectId, structureId, pointId);
  const thresholds = useThresholds(structureId, pointId);
  usePointLive(projectId, pointId);
  const point = [...allPoints(tree.data ?? [])].find((p) => p.id === pointId);
  const slug = point?.pages.find((one) => one === params.page);
  const view = slug && viewOf(slug);
  const method = isMethod(params.method) ? params.method : undefined;
  const Analysis = method && point && offers(point, method) ? analysisView(method) : undefined;
  const pageOf = usePage();
  const initial = useInitialRange(pointId, slug ? pageOf(slug).spanDays : method ? spanDaysOf(method) : 0);
  const [treeOpen, setTreeOpen] = useState<boolean | null>(null);
  const showTree = treeOpen ?? (wide && view?.layout !== 'profile' && !params.method);

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

  if (params.page === undefined && params.method === undefined && point.pages.length > 0)
    return <Navigate to={pathOf(projectId, point, undefined, search)} replace />;

  const values = view?.values ?? true;
  const known = values ? knownIn(query) : null;
  const setKnown = (time: number | null) =>
    setQuery((old) => writeState(old, { known: time }), { replace: true, preventScrollReset: true });
  const place = placeOf(tree.data, point.structureId, point.itemId);
  const step = (next: PointState) => void navigate(stepPath(projectId, next, { slug, method, query, known }));
  const points = (
    <PointTree
      branches={tree.data}
      selected={pointKey(pointId)}
      onPoint={(chosen) => {
        const same = slug && chosen.pages.includes(slug) ? slug : undefined;
        navigate(
          method && offers(chosen, method) ? analysisPath(projectId, chosen, method) : pathOf(projectId, chosen, same),
        );
        if (!wide) setTreeOpen(false);
      }}
      measurementName={measurementName}
    />
  );

  return (
    <div className={styles.page} data-tree={wide && showTree ? 'open' : 'closed'}>
      <Points wide={wide} open={showTree} count={[...allPoints(tree.data)].length} onClose={() => setTreeOpen(false)}>
        {points}
      </Points>
      <div className={styles.main}>
        <PointHeader
          projectId={projectId}
          zone={zone}
          point={point}
          place={place}
          measurement={measurementName(point.measurement)}
          devices={devices}
          thresholds={thresholds}
          slug={slug}
          analysis={method}
          view={view}
          actions={
            <div className={styles.actions}>
              {values && <KnownButton zone={zone} known={known} onChange={setKnown} />}
              <PointSteps points={[...allPoints(tree.data)]} pointId={pointId} onPoint={step} />
              <TreeButton open={showTree} onClick={() => setTreeOpen(!showTree)} />
            </div>
          }
        />
        <OfflineNote devices={devices} zone={zone} />
        {known !== null && initial && (
          <KnownBanner
            point={point}
            zone={zone}
            range={readState(query, initial).range}
            known={known}
            onBack={() => setKnown(null)}
          />
        )}
        <div className={styles.view} data-layout={view?.layout ?? 'studio'}>
          <KnownAt value={known}>
            {Analysis || (view && slug) ? (
              <Suspense fallback={<PanelSkeleton rows={8} />}>
                {!initial ? (
                  <PanelSkeleton rows={8} />
                ) : Analysis ? (
                  <Analysis key={`${pointId} ${method} ${known}`} {...{ zone, point, initial }} />
                ) : view && slug ? (
                  <ViewPageContext value={{ projectId, slug, deviceType: point.category }}>
                    <view.Component
                      key={`${pointId} ${slug} ${known}`}
                      {...{ projectId, zone, point, initial }}
                      page={pageOf(slug)}
                    />
                  </ViewPageContext>
                ) : null}
              </Suspense>
            ) : (
              <NoView projectId={projectId} point={point} tree={tree} />
            )}
          </KnownAt>
        </div>
      </div>
    </div>
  );
}

interface Step {
  slug: PageSlug | undefined;
  method: Method | undefined;
  query: URLSearchParams;
  known: number | null;
}

/** The same view of a neighbor with the same controls, so that points can be compared one after the other. */
function stepPath(projectId: number, next: PointState, { slug, method, query, known }: Step): string {
  if (method && offers(next, method)) {
    const kept = new URLSearchParams(analysisSearch(query));
    for (const name of ['nodes', 'fit']) kept.delete(name);
    return analysisPath(projectId, next, method, `?${kept}`);
  }
  const same = slug && next.pages.includes(slug) ? slug : undefined;
  const kept = new URLSearchParams(same ? presetQuery(query) : '');
  return pathOf(projectId, next, same, `?${writeState(kept, { known })}`);
}

function TreeButton({ open, onClick }: { open: boolean; onClick: () => void }) {
  const { t } = useTranslation('data-views');
  return (
    <Button icon={<ApartmentOutlined aria-hidden />} aria-pressed={open} onClick={onClick}>
      {open ? t('tree.hide') : t('tree.show')}
    </Button>
  );
}

interface PointsProps {
  wide: boolean;
  open: boolean;
  count: number;
  onClose: () => void;
  children: ReactNode;
}

/** The tree of points: at the left of a wide window, else in a drawer. */
function Points({ wide, open, count, onClose, children }: PointsProps) {
  const { t } = useTranslation('common');
  if (!wide) {
    return (
      <Drawer
        placement="left"
        size={300}
        open={open}
        title={t('entity.point')}
        onClose={onClose}
        styles={{ body: { padding: 0 } }}
      >
        {children}
      </Drawer>
    );
  }
  return (
    open && (
      <Panel fill className={styles.tree} title={t('entity.point')} extra={count}>
        {children}
      </Panel>
    )
  );
}

interface NoViewProps {
  projectId: number;
  point: PointState;
  tree: { error: Error | null; refetch: () => unknown };
}

/** Shown for a view that the point does not have, or a point that failed to load. */
function NoView({ projectId, point, tree }: NoViewProps) {
  const { t } = useTranslation('data-views');
  const { search } = useLocation();
  const pageOf = usePage();
  const usual = point.pages[0];
  if (tree.error) {
    return (
      <Panel fill>
        <PanelError error={tree.error} onRetry={tree.refetch} />
      </Panel>
    );
  }
  return (
    <Panel fill>
      <PanelEmpty
        title={t('notSupported')}
        action={
          usual && (
            <Link to={pathOf(projectId, point, usual, rangeSearch(new URLSearchParams(search)))}>
              {t('toDefault', { view: pageOf(usual).title })}
            </Link>
          )
        }
      />
    </Panel>
  );
}

interface Branchlike {
  kind: string;
  id: number;
  name: string;
  branches: readonly Branchlike[];
}

/** The names of a point's structure and item. */
function placeOf(branches: readonly Branchlike[], structureId: number, itemId: number): string {
  for (const branch of branches) {
    if (branch.kind === 'item' && branch.id === itemId) return branch.name;
    const below = placeOf(branch.branches, structureId, itemId);
    if (below) return below;
    if (itemId === 0 && branch.kind === 'structure' && branch.id === structureId) return branch.name;
  }
  return '';
}
