import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/shared/charts/chart-settings';
import { ProcessStage } from '../components/process-stage';
import { typesFrom } from '../model/main-value';
import { smooth } from '../model/process-model';
import { worstNodes } from '../model/profile-rows';
import type { ViewProps } from '../model/view';
import { useViewState } from '../model/view-state';
import { useFields } from '../queries/point';
import { useLatestReading } from '../queries/readings';

const mostNodes = 20;

/** adm-prop, adm-prop-horizontal: one component of chosen nodes of an array over time; the five worst nodes by default. */
export default function ComponentView({ zone, point, slug, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const latest = useLatestReading(point.id);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const component = state.fields[0] ?? configs.fields?.[0] ?? point.field?.name ?? fields[0]?.name ?? '';
  const info = fields.find((f) => f.name === component);
  const nodes = useMemo(() => {
    if (state.nodes.length > 0) return state.nodes;
    if (configs.nodes?.length) return configs.nodes;
    return latest.data ? worstNodes(latest.data, component, 5) : [];
  }, [state.nodes, configs.nodes, latest.data, component]);
  const mode = state.mode;
  const changes = info?.valueTypes.includes('accumulated') ?? false;
  const recipe = useMemo(
    () => ({
      fields: [component],
      right: state.right && state.right !== component ? [state.right] : [],
      nodes,
      stacked: false,
      types: typesFrom(point.noInitial ? 'observed' : point.main, { changes, rates: changes }),
      dashed: component === 'y' ? ['y'] : [],
      refine: (series: Parameters<typeof smooth>[0][]) =>
        mode === 'median3' || mode === 'mean24'
          ? series.map((one) => ({
              ...smooth(one, mode),
              name: `${one.name} ${t(`smooth.${mode}`)}`,
            }))
          : series,
    }),
    [component, state.right, nodes, changes, point.noInitial, point.main, mode, t],
  );
  const all = latest.data?.nodes ?? [];
  const every = (n: number) => all.filter((_, i) => i % n === 0).map((node) => node.no);

  return (
    <ProcessStage
      slug={slug}
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
