import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OnPage } from '../../components/on-page';
import { ProcessStage } from '../../components/process-stage';
import { fieldOptions } from '../../model/field-options';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { WeatherCards } from './cards';
import { hasWind, weatherRecipe } from './model';
import { Rose } from './rose';
import styles from './view.module.css';

/** weather-station-chart: the newest values, the elements under each other, and where the wind comes from. */
export default function WeatherView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const { fields: chosen } = state;
  const recipe = useMemo(() => weatherRecipe(fields, { fields: chosen }), [fields, chosen]);
  return (
    <div className={styles.page}>
      <OnPage>
        <WeatherCards point={point} fields={fields} zone={zone} />
      </OnPage>
      <ProcessStage
        slug={page.slug}
        zone={zone}
        point={point}
        state={state}
        change={change}
        recipe={recipe}
        choices={
          <>
            <span>{t('weather.fields')}</span>
            <Select
              mode="multiple"
              maxTagCount="responsive"
              style={{ width: 260 }}
              aria-label={t('weather.fields')}
              value={[...recipe.fields, ...recipe.right]}
              options={fieldOptions(fields)}
              onChange={(list: string[]) => change({ fields: list, window: null })}
            />
          </>
        }
        {...(hasWind(recipe)
          ? {
              second: (answer, context) => (
                <Rose point={point} range={answer} context={context} showTable={state.table} />
              ),
            }
          : {})}
      />
    </div>
  );
}
