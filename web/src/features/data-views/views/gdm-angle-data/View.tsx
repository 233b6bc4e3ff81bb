import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OnPage } from '../../components/on-page';
import { ProcessStage } from '../../components/process-stage';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { anglesOf, tiltRecipe } from './model';
import { TiltTable } from './tilt-table';
import styles from './view.module.css';

/** gdm-angle-data: the tilt of a gateway over time, and a table with its changes since the initial tilt. */
export default function GatewayTiltView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const recipe = useMemo(() => tiltRecipe(point, fields, state.fields), [point, fields, state.fields]);
  return (
    <div className={styles.page}>
      <ProcessStage
        {...{ zone, point, state, change, recipe }}
        slug={page.slug}
        controls={
          <Select
            mode="multiple"
            style={{ minWidth: 130 }}
            maxTagCount={0}
            maxTagPlaceholder={(list) => t('gateway.axes', { count: list.length })}
            aria-label={t('field.left')}
            value={recipe.fields}
            options={anglesOf(fields).map(({ name, label }) => ({ value: name, label }))}
            onChange={(list: string[]) => change({ fields: list, window: null })}
          />
        }
      />
      <OnPage>
        <TiltTable {...{ zone, point, page, state, change }} />
      </OnPage>
    </div>
  );
}
