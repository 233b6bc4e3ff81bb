import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { useStage } from '../../components/chart-stage';
import { useMasterFile } from '../../components/master-file';
import { ProcessFrame } from '../../components/process-stage';
import { SlavesNote } from '../../components/slaves-note';
import { fieldOptions } from '../../model/field-options';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useMaster } from '../../queries/master';
import { useFields } from '../../queries/point';
import { masterRecipe } from './model';
import { SlaveLegend } from './slave-legend';

/** master-hda-chart: a composite point bold, the sub-points that it is computed from thin. */
export default function MasterLineView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const { theme } = useChartContext(zone);
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, page.slug);
  const recipe = useMemo(() => masterRecipe(point, fields, configs, state), [point, fields, configs, state]);
  const process = useMaster(page.slug, point, state, recipe, stage.every);
  const save = useMasterFile(point, zone, page.title);

  return (
    <ProcessFrame
      {...{ stage, zone, point, state, change, recipe, process }}
      noted={[...new Set([point.id, ...(process.master?.slaves.map((one) => one.id) ?? [])])]}
      onTable={(format) => save({ ...process.wanted, range: state.range }, format)}
      controls={
        fields.length > 1 && (
          <Select
            style={{ width: 150 }}
            aria-label={t('master.field')}
            value={recipe.fields[0] ?? ''}
            options={fieldOptions(fields)}
            onChange={(name: string) => change({ fields: [name], window: null })}
          />
        )
      }
      notes={
        process.master && (
          <>
            <SlavesNote slaves={process.master.slaves} point={point} />
            <SlaveLegend
              master={process.master}
              chosen={state.points}
              point={point}
              theme={theme}
              onChange={(points) => change({ points })}
            />
          </>
        )
      }
    />
  );
}
