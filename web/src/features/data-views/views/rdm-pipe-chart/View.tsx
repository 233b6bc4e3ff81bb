import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStage } from '../../components/chart-stage';
import { FittingChoice } from '../../components/fitting-choice';
import { ProfileStage } from '../../components/profile-stage';
import { RangeEmpty } from '../../components/range-empty';
import { SurveyNote } from '../../components/survey-note';
import { useSurveysFile } from '../../components/survey-texts';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { directions } from './model';
import { usePipe } from './use-pipe';

/** Width in pixels of the range, the tools and the bar's padding. */
const barTaken = 430;

/** rdm-pipe-chart: the shape of a casing at chosen surveys, along A and B. */
export default function PipeView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const { direction, biaxial, designed, surveys, current, profile } = usePipe(page.slug, point, state, stage.every);
  const save = useSurveysFile(zone, point, page.title, state.range);
  return (
    <ProfileStage
      {...{ stage, zone, point, page, state, change, profile }}
      onTable={(format) => save(surveys, format)}
      controls={
        biaxial && (
          <FittingChoice
            label={t('profile.direction')}
            value={direction}
            room={stage.barWidth && Math.max(1, stage.barWidth - barTaken)}
            options={directions.map((value) => ({ value, label: t(`survey.direction.${value}`) }))}
            onChange={(value) => change({ direction: value === 'ab' ? null : value })}
          />
        )
      }
      end={
        designed && (
          <Checkbox
            checked={!state.hidden.includes('design')}
            onChange={({ target }) => {
              const others = state.hidden.filter((one) => one !== 'design');
              change({ hidden: target.checked ? others : [...others, 'design'] });
            }}
          >
            {t('survey.design')}
          </Checkbox>
        )
      }
      based={false}
      notes={<SurveyNote survey={current} zone={zone} />}
      empty={<RangeEmpty point={point} zone={zone} valueType="observed" range={state.range} change={change} />}
    />
  );
}
