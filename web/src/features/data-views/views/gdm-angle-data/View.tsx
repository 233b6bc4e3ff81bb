import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { NextLink } from '@/ui/next-link';
import { Panel } from '@/ui/panel';
import { PanelEmpty } from '@/ui/states';
import { OnPage } from '../../components/on-page';
import { ProcessStage } from '../../components/process-stage';
import { consolePath } from '../../components/range-empty';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFeedDevices, useFields } from '../../queries/point';
import { anglesOf, tiltRecipe } from './model';
import { TiltTable } from './tilt-table';
import styles from './view.module.css';

/** gdm-angle-data: the tilt of a gateway over time, and a table with its changes since the initial tilt. */
export default function GatewayTiltView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const devices = useFeedDevices(point.projectId, point.structureId, point.id);
  const unbound = devices?.length === 0;
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
        {unbound ? (
          <Panel fill>
            <PanelEmpty
              title={t('header.noDevice')}
              action={
                <Can any={['Update:MeasuringPoint']}>
                  <NextLink to={consolePath(point, 'binding')}>{t('camera.bind')}</NextLink>
                </Can>
              }
            />
          </Panel>
        ) : (
          devices && <TiltTable {...{ zone, point, page, state, change }} />
        )}
      </OnPage>
    </div>
  );
}
