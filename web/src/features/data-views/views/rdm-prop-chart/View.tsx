import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { NodesChoice } from '../../components/nodes-choice';
import { ProcessStage } from '../../components/process-stage';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { useLatestReading } from '../../queries/readings';
import { surveyComponents, surveyRecipe } from './model';

/** rdm-prop-chart: one direction of a casing at chosen depths over time, with a dot at each survey. */
export default function SurveyLinesView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const latest = useLatestReading(point.id).data;
  const configs = useChartConfigs(point.structureId, point.id, page.slug);
  const { component, nodes, recipe } = useMemo(
    () => surveyRecipe({ point, fields, configs, latest }, state, t),
    [point, fields, configs, latest, state, t],
  );
  return (
    <ProcessStage
      slug={page.slug}
      {...{ zone, point, state, change, recipe }}
      controls={
        <>
          <Select
            style={{ minWidth: 96 }}
            aria-label={t('profile.direction')}
            value={component}
            options={surveyComponents(fields).map(({ name, label }) => ({ value: name, label }))}
            onChange={(name) => change({ fields: [name], window: null })}
          />
          <NodesChoice nodes={latest?.nodes ?? []} value={nodes} onChange={(list) => change({ nodes: list })} />
        </>
      }
    />
  );
}
