import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStage } from '../../components/chart-stage';
import { ProfileChoices, ProfileShown } from '../../components/profile-controls';
import { ProfileStage } from '../../components/profile-stage';
import { RangeEmpty } from '../../components/range-empty';
import { profileTypes } from '../../model/profile';
import type { TableFormat } from '../../model/table';
import { useTypeWord } from '../../model/type-word';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useProfile } from '../../queries/profile';
import { useReadingsFile } from '../../queries/series';

/** Width in pixels of the value type. */
const typeTaken = 130;

/** adm-profile: the shape of an array at chosen times, depth down, with a table of its nodes. */
export default function ProfileView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const file = useReadingsFile();
  const profile = useProfile(page.slug, point, state, stage.every);
  const { look, type } = profile;
  const exported = ['x', 'y', 'res', look.left, look.right];
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      pointId: point.id,
      fields: profile.fields.map((field) => field.name).filter((name) => exported.includes(name)),
      nodes: [],
      valueType: type,
      base: type === 'accumulated' ? state.base : null,
      includeAbnormal: true,
      interval: point.interval,
      segment: look.mode === 'ab-segment',
      range: state.range,
    });
  return (
    <ProfileStage
      {...{ stage, zone, point, state, change, profile, onTable }}
      page={type === 'accumulated' ? page : { ...page, title: `${page.title}·${typeWord(type)}` }}
      based={type === 'accumulated'}
      controls={
        <>
          <Select
            aria-label={t('type.label')}
            popupMatchSelectWidth={false}
            value={type}
            options={profileTypes.map((value) => ({ value, label: typeWord(value) }))}
            onChange={(value) => change({ type: value === 'accumulated' ? null : value })}
          />
          <ProfileChoices profile={profile} barWidth={stage.barWidth} taken={typeTaken} change={change} />
        </>
      }
      end={<ProfileShown profile={profile} hidden={state.hidden} change={change} />}
      empty={<RangeEmpty point={point} zone={zone} valueType={type} range={state.range} change={change} />}
    />
  );
}
