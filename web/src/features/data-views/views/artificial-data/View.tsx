import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { NodesChoice } from '../../components/nodes-choice';
import { OnPage } from '../../components/on-page';
import { ProcessStage } from '../../components/process-stage';
import { fieldOptions } from '../../model/field-options';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { useLatestReading } from '../../queries/readings';
import { Entries } from './entries';
import { isArray, lineSlug, manualRecipe } from './model';
import styles from './view.module.css';

/** artificial-data: the readings that people enter, as a process line and as a table in which they are edited. */
export default function ManualView({ projectId, zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const latest = useLatestReading(point.id).data;
  const slug = lineSlug(latest);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const recipe = useMemo(
    () => manualRecipe(point, fields, configs, latest, state, t),
    [point, fields, configs, latest, state, t],
  );
  return (
    <div className={styles.page}>
      <ProcessStage
        {...{ slug, zone, point, state, change, recipe }}
        controls={
          <>
            {fields.length > 1 && (
              <Select
                style={{ minWidth: 110 }}
                aria-label={t('field.left')}
                value={recipe.fields[0] ?? null}
                options={fieldOptions(fields)}
                onChange={(name) => change({ fields: [name], window: null })}
              />
            )}
            {latest && isArray(latest) && (
              <NodesChoice nodes={latest.nodes} value={recipe.nodes} onChange={(nodes) => change({ nodes })} />
            )}
          </>
        }
      />
      <OnPage>
        <Entries {...{ projectId, zone, point, page, state, change }} />
      </OnPage>
    </div>
  );
}
