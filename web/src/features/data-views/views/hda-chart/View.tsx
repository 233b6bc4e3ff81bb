import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { ProcessStage } from '../../components/process-stage';
import { fieldOptions } from '../../model/field-options';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { lineRecipe } from './model';

/** hda-chart: the process line of any point that has single values. Left fields of one unit, right another one. */
export default function LineView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, page.slug);
  const recipe = useMemo(() => lineRecipe(point, fields, configs, state), [point, fields, configs, state]);
  const others = fields.filter((f) => f.unit !== fields.find((one) => one.name === recipe.fields[0])?.unit);

  return (
    <ProcessStage
      slug={page.slug}
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
              options={fieldOptions(fields)}
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
                  options={fieldOptions(others)}
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
