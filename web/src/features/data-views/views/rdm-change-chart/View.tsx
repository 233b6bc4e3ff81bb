import { useTranslation } from 'react-i18next';
import { useStage } from '../../components/chart-stage';
import { ProfileChoices, ProfileShown } from '../../components/profile-controls';
import { ProfileStage } from '../../components/profile-stage';
import { RangeEmpty } from '../../components/range-empty';
import { BaseNote, StageNote } from '../../components/stage-notes';
import { SurveyNote } from '../../components/survey-note';
import { useSurveysFile } from '../../components/survey-texts';
import { TypeChoice } from '../../components/type-choice';
import { useTypeWord } from '../../model/type-word';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { types } from './model';
import { useChanges } from './use-changes';

/** Width in pixels of the kinds of change. */
const typesTaken = 130;

/** rdm-change-chart: the change of a casing at chosen surveys, with the checksums of the current one. */
export default function ChangeView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const { type, surveys, current, profile } = useChanges(page.slug, point, state, stage.every);
  const save = useSurveysFile(zone, point, page.title, state.range);
  const changes = type === 'accumulated';
  return (
    <ProfileStage
      {...{ stage, zone, point, state, change }}
      page={changes ? page : { ...page, title: `${page.title}·${typeWord(type)}` }}
      profile={{ ...profile, times: { ...profile.times, base: state.base } }}
      onTable={(format) => save(surveys, format)}
      controls={
        <>
          <TypeChoice
            value={type}
            options={types.map((value) => ({ value, label: typeWord(value) }))}
            onChange={(value) => change({ type: value === 'accumulated' ? null : value })}
          />
          <ProfileChoices {...{ profile, change }} barWidth={stage.barWidth} taken={typesTaken} />
        </>
      }
      end={<ProfileShown profile={profile} hidden={state.hidden} change={change} />}
      based={changes}
      notes={
        <>
          <BaseNote base={changes ? state.base : null} zone={zone} onReset={() => change({ base: null })} />
          <SurveyNote survey={current} zone={zone} />
          {surveys.length === 1 && !changes && <StageNote>{t('survey.onlyOne')}</StageNote>}
        </>
      }
      empty={<RangeEmpty point={point} zone={zone} valueType={type} range={state.range} change={change} />}
    />
  );
}
