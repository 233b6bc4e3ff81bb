import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { AccumulationChoice } from '../../components/accumulation-choice';
import { NodesChoice } from '../../components/nodes-choice';
import { ProcessStage } from '../../components/process-stage';
import { hasSegments } from '../../model/accumulation';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { useLatestReading } from '../../queries/readings';
import { componentOf, componentRecipe, nodesShown } from './model';

/** adm-prop, adm-prop-horizontal: one component of chosen nodes of an array over time; the five worst nodes by default. */
export default function ComponentView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const latest = useLatestReading(point.id);
  const configs = useChartConfigs(point.structureId, point.id, page.slug);
  const component = componentOf(point, fields, configs, state);
  const nodes = useMemo(
    () => nodesShown(state, configs, latest.data, component),
    [state, configs, latest.data, component],
  );
  const mode = state.mode;
  const all = latest.data?.nodes ?? [];
  // Until the nodes are known, an address that asks for parts is believed.
  const divisible = latest.data ? hasSegments(all, [component]) : state.segment;
  const recipe = useMemo(
    () => ({
      ...componentRecipe(point, fields, component, nodes, state, t),
      segment: divisible && state.segment,
    }),
    [point, fields, component, nodes, state, divisible, t],
  );

  return (
    <ProcessStage
      slug={page.slug}
      zone={zone}
      point={point}
      state={state}
      change={change}
      recipe={recipe}
      controls={
        <>
          <Select
            style={{ minWidth: 96 }}
            aria-label={t('field.component')}
            value={component}
            options={fields.map((f) => ({ value: f.name, label: f.label }))}
            onChange={(name) => change({ fields: [name], window: null })}
          />
          <NodesChoice nodes={all} value={nodes} onChange={(list) => change({ nodes: list })} />
        </>
      }
      choices={
        <>
          {divisible && (
            <AccumulationChoice segment={state.segment} onChange={(segment) => change({ segment, window: null })} />
          )}
          <Select
            style={{ minWidth: 108 }}
            aria-label={t('smooth.label')}
            value={mode ?? 'none'}
            options={(['none', 'median3', 'mean24'] as const).map((value) => ({ value, label: t(`smooth.${value}`) }))}
            onChange={(value) => change({ mode: value === 'none' ? null : value })}
          />
        </>
      }
    />
  );
}
