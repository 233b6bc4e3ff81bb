import { useQuery } from '@tanstack/react-query';
import { Select, Switch } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import { overviewQuery } from '@/api/monitor';
import { structuresQuery } from '@/api/project';
import { structureStatListQuery } from '@/api/stats';
import { LazyPlanView } from '@/entities/drawing/lazy-plan-view';
import { planQuery, plansQuery } from '@/entities/drawing/queries';
import { useCut } from '@/entities/live/connection';
import { sitePath } from '@/entities/map/detail';
import { LazySiteMap } from '@/entities/map/lazy-site-map';
import { coveredBy, planMarkers, shownPlans, structureSites } from '@/entities/monitor/places';
import { pointPath } from '@/entities/monitor/point-path';
import { Can } from '@/entities/permission/can';
import { useNow } from '@/ui/format/use-now';
import { NextLink } from '@/ui/next-link';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import styles from './site-view.module.css';

interface Props {
  projectId: number;
  /** Only this structure or item; omitted: the whole project. */
  structureId?: number;
}

const none: never[] = [];

/**
 * Where things are, with their levels: the points of a drawing with their newest values, or structures and points on
 * the map, by the structure's display type at first. A point opens its chart. The state is in the address. Only the
 * visible view is loaded.
 */
export function SiteView({ projectId, structureId }: Props) {
  const { t } = useTranslation('project');
  const navigate = useNavigate();
  const now = useNow();
  const cut = useCut();
  const measurementName = useMeasurementName();
  const { search, put } = useAddress();
  const structures = useQuery(structuresQuery(projectId));
  const standings = useQuery(structureStatListQuery(projectId));
  const sheets = useQuery(plansQuery(projectId));

  const list = structures.data?.list ?? [];
  const plans = shownPlans(sheets.data?.list ?? [], list, structureId, standings.data);
  const sites = useMemo(
    () => (standings.data ? structureSites(standings.data, projectId, structureId) : none),
    [standings.data, projectId, structureId],
  );
  const fit = useMemo(
    () => (standings.data ? coveredBy(standings.data, structureId) : undefined),
    [standings.data, structureId],
  );
  const detail = useMemo(() => ({ of: 'structure', projectId, structureId }) as const, [projectId, structureId]);
  const wanted = search.get('view');
  const mapFirst = list.find(({ id }) => id === (structureId ?? id))?.displayType === 'MAP';
  const onMap = sites.length > 0 && (wanted === 'map' || plans.length === 0 || (wanted === null && mapFirst));
  const summary = onMap ? undefined : (plans.find(({ id }) => String(id) === wanted) ?? plans[0]);
  const plan = useQuery(planQuery(projectId, summary?.id ?? 0));
  const overview = useQuery({
    ...overviewQuery(projectId, summary?.structureId ?? 0),
    enabled: summary !== undefined,
  });
  const values = summary ? (overview.data?.list ?? none) : none;
  const onPlan = useMemo(
    () => planMarkers(plan.data?.marks ?? [], values, now, measurementName),
    [plan.data, values, now, measurementName],
  );
  const showValues = search.get('values') === 'on';
  const nameOf = (id: number) => list.find((one) => one.id === id)?.name ?? '';
  const options = [
    ...plans.map(({ id, name, structureId: of }) => ({
      value: String(id),
      label: nameOf(of) === name ? name : `${nameOf(of)} · ${name}`,
    })),
    ...(sites.length > 0 ? [{ value: 'map', label: t('plan.map') }] : []),
  ];

  function open(id: number) {
    const point = values.find(({ measuringPointId }) => measuringPointId === id);
    if (point) void navigate(pointPath(projectId, point.structureId, id));
  }

  return (
    <Panel
      fill
      title={summary ? summary.name : t('plan.map')}
      className={styles.view}
      extra={
        <span className={styles.tools}>
          {cut && <span className={styles.cut}>{t('plan.beforeCut')}</span>}
          {summary && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
            <label className={styles.values}>
              <Switch
                checked={showValues}
                aria-label={t('plan.values')}
                onChange={(on) => put({ values: on ? 'on' : null })}
              />
              {t('plan.values')}
            </label>
          )}
          {summary && structureId === undefined && (
            <Link to={`/dashboard/project/${projectId}/structures/${summary.structureId}`}>{t('plan.open')}</Link>
          )}
          {options.length > 1 && (
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              value={summary ? String(summary.id) : 'map'}
              options={options}
              aria-label={t('plan.choose')}
              popupMatchSelectWidth={false}
              onChange={(view) => put({ view })}
            />
          )}
        </span>
      }
    >
      <QueryPanel
        query={sheets}
        rows={8}
        failure={t('plan.failed')}
        isEmpty={() => !standings.isPending && !summary && sites.length === 0}
        empty={<NoPlan projectId={projectId} structureId={structureId} />}
      >
        {() =>
          summary ? (
            <QueryPanel query={plan} rows={8} failure={t('plan.failed')}>
              {(detail) => (
                <LazyPlanView plan={detail} markers={onPlan} showValues={showValues} onOpen={({ id }) => open(id)} />
              )}
            </QueryPanel>
          ) : (
            <LazySiteMap
              fitZoom={16}
              sites={sites}
              detail={detail}
              fit={fit}
              label={t('plan.mapLabel', { count: sites.length })}
              onOpen={(site) => void navigate(sitePath(site))}
            />
          )
        }
      </QueryPanel>
    </Panel>
  );
}

function NoPlan({ projectId, structureId }: { projectId: number; structureId: number | undefined }) {
  const { t } = useTranslation('project');
  return (
    <PanelEmpty
      title={t('plan.none')}
      hint={t('plan.noneHint')}
      action={
        <Can any={['Update:Structure']}>
          <NextLink
            to={`/projects/${projectId}/console/plans${structureId === undefined ? '' : `?structure=${structureId}`}`}
          >
            {t('plan.draw')}
          </NextLink>
        </Can>
      }
    />
  );
}
