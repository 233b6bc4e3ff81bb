import { useState } from 'react';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { StageBody, useStage } from '../../components/chart-stage';
import styles from '../../components/compared.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedStage } from '../../components/compared-stage';
import { RangeEmpty } from '../../components/range-empty';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useCsvExport } from '../../queries/series';
import { ProfileChart } from './chart';
import { ProfileChoices, ProfileShown } from './controls';
import { ProfileNodes } from './nodes';
import { useProfile } from './use-profile';

/** adm-profile: the shape of an array at chosen times, depth down, with a table of its nodes. */
export default function ProfileView({ zone, point, page, initial }: ViewProps) {
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const csv = useCsvExport();
  const [picked, setPicked] = useState<number | null>(null);
  const profile = useProfile(page.slug, point, state, stage.every);
  const { query, all, times, look } = profile;
  const exported = ['x', 'y', 'res', look.left, look.right];
  const onCsv = () =>
    csv.mutate({
      pointId: point.id,
      fields: profile.fields.map((field) => field.name).filter((name) => exported.includes(name)),
      nodes: [],
      valueType: 'accumulated',
      base: null,
      includeAbnormal: true,
      interval: point.interval,
      range: state.range,
    });
  const empty = <RangeEmpty point={point} zone={zone} valueType="observed" range={state.range} change={change} />;
  return (
    <ComparedStage
      {...{ stage, zone, state, change, query, all, times }}
      busy={profile.busy}
      onCsv={onCsv}
      controls={<ProfileChoices profile={profile} barWidth={stage.barWidth} change={change} />}
      end={<ProfileShown profile={profile} hidden={state.hidden} change={change} />}
      side={<ProfileNodes profile={profile} zone={zone} picked={picked} onPick={setPicked} />}
    >
      <ComparedLegend times={times} context={context} change={change} />
      <div className={styles.plot}>
        <StageBody
          error={all.length > 0 ? null : query.error}
          onRetry={query.refetch}
          loading={profile.loading}
          rows={8}
          empty={all.length > 0 ? null : empty}
        >
          {() => <ProfileChart {...{ profile, page, point, state, picked, context }} handle={stage.chart} />}
        </StageBody>
      </div>
    </ComparedStage>
  );
}
