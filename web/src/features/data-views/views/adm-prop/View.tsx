import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { ProcessStage } from '../../components/process-stage';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { useLatestReading } from '../../queries/readings';
import { componentOf, componentRecipe, nodesShown } from './model';

const mostNodes = 20;

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
  const recipe = useMemo(
    () => componentRecipe(point, fields, component, nodes, state, t),
    [point, fields, component, nodes, state, t],
  );
  const all = latest.data?.nodes ?? [];
  const every = (n: number) => all.filter((_, i) => i % n === 0).map((node) => node.no);

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
          <Select
            mode="multiple"
            style={{ minWidth: 150, maxWidth: 200 }}
            maxTagCount={0}
            maxTagPlaceholder={(chosen) => t('nodes.chosen', { count: chosen.length })}
            aria-label={t('nodes.label')}
            placeholder={t('nodes.label')}
            value={nodes}
            options={[
              {
                label: t('nodes.groups'),
                options: [
                  { value: -1, label: t('nodes.worst') },
                  { value: -2, label: t('nodes.second') },
                  { value: -3, label: t('nodes.all', { count: Math.min(mostNodes, all.length) }) },
                ],
              },
              {
                label: t('nodes.single'),
                options: all.map((node) => ({
                  value: node.no,
                  label: node.depth === null ? t('node', { no: node.no }) : `${node.depth.toFixed(1)} m`,
                })),
              },
            ]}
            onChange={(list: number[]) => {
              if (list.includes(-1)) change({ nodes: [] });
              else if (list.includes(-2)) change({ nodes: every(2).slice(0, mostNodes) });
              else if (list.includes(-3)) change({ nodes: every(1).slice(0, mostNodes) });
              else change({ nodes: list.slice(-mostNodes) });
            }}
          />
        </>
      }
      choices={
        <Select
          style={{ minWidth: 108 }}
          aria-label={t('smooth.label')}
          value={mode ?? 'none'}
          options={(['none', 'median3', 'mean24'] as const).map((value) => ({ value, label: t(`smooth.${value}`) }))}
          onChange={(value) => change({ mode: value === 'none' ? null : value })}
        />
      }
    />
  );
}
