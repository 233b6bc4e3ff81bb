import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { pointsQuery, structuresQuery } from '@/api/project';
import type { OverviewPoint } from '@/api/types';
import { useNow } from '@/shared/format/use-now';
import { SiteMap } from '@/shared/map/site-map';
import { pointPath } from '@/shared/monitor/point-path';
import { Panel } from '@/shared/ui/panel';
import { PanelEmpty, QueryPanel } from '@/shared/ui/states';
import { mapSites, planPoints } from '../model/places';
import { SitePlan } from './site-plan';
import styles from './site-view.module.css';

interface Props {
  projectId: number;
  /** Only this structure or item; left out, all of the project. */
  structureId?: number;
  values: readonly OverviewPoint[];
}

/** Where the points are: on the plan of a structure or on the map. What is shown stands in the address. */
export function SiteView({ projectId, structureId, values }: Props) {
  const { t } = useTranslation('project');
  const navigate = useNavigate();
  const now = useNow();
  const [search, setSearch] = useSearchParams();
  const structures = useQuery(structuresQuery(projectId));
  const points = useQuery(pointsQuery(projectId, structureId === undefined ? {} : { structureId }));
  const places = points.data?.list ?? [];

  const plans = (structures.data?.list ?? []).filter(({ id, isItem }) => {
    if (structureId === undefined ? isItem : id !== structureId) return false;
    return planPoints(id, places, values, now).length > 0;
  });
  const sites = useMemo(
    () => mapSites(structures.data?.list ?? [], points.data?.list ?? [], values, now),
    [structures.data, points.data, values, now],
  );
  const wanted = search.get('view');
  const plan =
    wanted === 'map' && sites.length > 0 ? undefined : (plans.find(({ id }) => String(id) === wanted) ?? plans[0]);
  const options = [
    ...plans.map(({ id, name }) => ({ value: String(id), label: t('plan.of', { name }) })),
    ...(sites.length > 0 ? [{ value: 'map', label: t('plan.map') }] : []),
  ];

  function open(id: number) {
    const value = values.find(({ measuringPointId }) => measuringPointId === id);
    void navigate(
      value ? pointPath(projectId, value.structureId, id) : `/dashboard/project/${projectId}/structures/${id}`,
    );
  }

  return (
    <Panel
      fill
      title={plan ? t('plan.title') : t('plan.map')}
      className={styles.view}
      extra={
        <span className={styles.tools}>
          {plan && structureId === undefined && (
            <Link to={`/dashboard/project/${projectId}/structures/${plan.id}`}>{t('plan.open')}</Link>
          )}
          {options.length > 1 && (
            <Select
              value={plan ? String(plan.id) : 'map'}
              options={options}
              aria-label={t('plan.choose')}
              popupMatchSelectWidth={false}
              onChange={(view) => setSearch({ view }, { replace: true })}
            />
          )}
        </span>
      }
    >
      <QueryPanel
        query={points}
        rows={8}
        failure={t('plan.failed')}
        isEmpty={() => !plan && sites.length === 0}
        empty={<PanelEmpty title={t('plan.none')} hint={t('plan.noneHint')} />}
      >
        {() =>
          plan ? (
            <SitePlan
              projectId={projectId}
              points={planPoints(plan.id, places, values, now)}
              picture={plan.picture}
              name={plan.name}
            />
          ) : (
            <SiteMap
              fitZoom={16}
              sites={sites}
              label={t('plan.mapLabel', { count: sites.length })}
              onOpen={(site) => open(site.id)}
            />
          )
        }
      </QueryPanel>
    </Panel>
  );
}
