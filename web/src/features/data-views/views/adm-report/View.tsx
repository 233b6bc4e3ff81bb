import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FittingChoice } from '../../components/fitting-choice';
import { ReportStage } from '../../components/report-stage';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { directionOf, directionsOf, stepOf, steps } from './model';

/** adm-report: the report of one array by depth, with its profile at the two times. */
export default function ArrayReportView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const directions = directionsOf(useFields(point));
  const direction = directionOf(directions, state.direction);
  const deep = point.pages.includes('adm-profile');
  const step = stepOf(state.mode);
  return (
    <ReportStage
      page={page}
      zone={zone}
      point={point}
      points={[point]}
      state={state}
      change={change}
      ask={{ measuringPointIds: [point.id], fields: direction ? [direction] : [], step: deep ? step : 0 }}
      ofNodes
      shape={deep ? 'profile' : 'bars'}
      controls={
        <>
          {direction && (
            <FittingChoice
              label={t('profile.direction')}
              value={direction}
              room={1}
              options={directions.map((one) => ({ value: one.name, label: one.label }))}
              onChange={(value) => change({ direction: value === directions[0]?.name ? null : value })}
            />
          )}
          {deep && (
            <Select
              aria-label={t('report.step')}
              popupMatchSelectWidth={false}
              value={step}
              options={steps.map((value) => ({ value, label: value === 0 ? t('report.everyNode') : `${value} m` }))}
              onChange={(value: number) => change({ mode: value === 0 ? null : String(value) })}
            />
          )}
        </>
      }
    />
  );
}
