import { useStage } from '../../components/chart-stage';
import { ProfileChoices, ProfileShown } from '../../components/profile-controls';
import { ProfileStage } from '../../components/profile-stage';
import { RangeEmpty } from '../../components/range-empty';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useProfile } from '../../queries/profile';
import { useReadingsFile } from '../../queries/series';

/** adm-profile: the shape of an array at chosen times, depth down, with a table of its nodes. */
export default function ProfileView({ zone, point, page, initial }: ViewProps) {
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const file = useReadingsFile();
  const profile = useProfile(page.slug, point, state, stage.every);
  const { look } = profile;
  const exported = ['x', 'y', 'res', look.left, look.right];
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      pointId: point.id,
      fields: profile.fields.map((field) => field.name).filter((name) => exported.includes(name)),
      nodes: [],
      valueType: 'accumulated',
      base: null,
      includeAbnormal: true,
      interval: point.interval,
      range: state.range,
    });
  return (
    <ProfileStage
      {...{ stage, zone, point, page, state, change, profile, onTable }}
      controls={<ProfileChoices profile={profile} barWidth={stage.barWidth} change={change} />}
      end={<ProfileShown profile={profile} hidden={state.hidden} change={change} />}
      empty={<RangeEmpty point={point} zone={zone} valueType="observed" range={state.range} change={change} />}
    />
  );
}
