import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/shared/charts/chart-settings';
import { ProcessStage } from '../components/process-stage';
import { typesFrom } from '../model/main-value';
import type { ViewProps } from '../model/view';
import { useViewState } from '../model/view-state';
import { useFields } from '../queries/point';

/** hda-chart: the process line of any point that has single values. Left fields of one unit, right another one. */
export default function LineView({ zone, point, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, 'hda-chart');
  const main = point.field?.name ?? fields[0]?.name ?? '';
  const recipe = useMemo(() => {
    const first = configs.fields?.length ? configs.fields : main ? [main] : [];
    const chosen = state.fields.length > 0 ? state.fields : first;
    const unit = fields.find((f) => f.name === chosen[0])?.unit;
    const left = chosen.filter((name) => (fields.find((f) => f.name === name)?.unit ?? unit) === unit);
    const info = fields.find((f) => f.name === left[0]);
    const changes = info?.valueTypes.includes('accumulated') ?? point.accumulated !== null;
    const rates = info?.valueTypes.includes('rate') ?? point.rate !== null;
    return {
      fields: left,
      right: state.right && !left.includes(state.right) ? [state.right] : [],
      nodes: [],
      stacked: false,
      types: typesFrom(point.main, { changes, rates }),
      dashed: [],
    };
  }, [state.fields, state.right, configs.fields, main, fields, point.main, point.accumulated, point.rate]);
  const others = fields.filter((f) => f.unit !== fields.find((one) => one.name === recipe.fields[0])?.unit);

  return (
    <ProcessStage
      slug="hda-chart"
      zone={zone}
      point={point}
      state={state}
      change={change}
      recipe={recipe}
      choices={
        fields.length > 1 && (
          <>
            <span>{t('field.left')}</span>
            <Select
              mode="multiple"
              maxTagCount="responsive"
              style={{ width: 260 }}
              aria-label={t('field.left')}
              value={recipe.fields}
              options={fields.map((f) => ({ value: f.name, label: f.unit ? `${f.label} ${f.unit}` : f.label }))}
              onChange={(list: string[]) => change({ fields: list.slice(-11), window: null })}
            />
            {others.length > 0 && (
              <>
                <span>{t('field.right')}</span>
                <Select
                  allowClear
                  style={{ width: 260 }}
                  aria-label={t('field.right')}
                  placeholder={t('field.right')}
                  value={recipe.right[0] ?? null}
                  options={others.map((f) => ({ value: f.name, label: f.unit ? `${f.label} ${f.unit}` : f.label }))}
                  onChange={(right: string | null) => change({ right })}
                />
              </>
            )}
          </>
        )
      }
    />
  );
}
