import { useState } from 'react';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { Panel } from '@/ui/panel';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import styles from '../../components/compared.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { RangeEmpty } from '../../components/range-empty';
import { TimeBar } from '../../components/time-bar';
import { mostCompared } from '../../model/compared-times';
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
    <div className={styles.page}>
      <ChartStage
        stage={stage}
        zone={zone}
        state={state}
        change={change}
        query={query}
        busy={profile.busy}
        onCsv={onCsv}
        className={styles.chart}
        controls={<ProfileChoices profile={profile} barWidth={stage.barWidth} change={change} />}
        end={<ProfileShown profile={profile} hidden={state.hidden} change={change} />}
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
      </ChartStage>
      <Panel fill>
        <TimeBar
          times={all}
          chosen={times.chosen}
          current={times.current}
          zone={zone}
          onCurrent={(at) => change({ at })}
          onChosen={(list) => change({ times: list.slice(-mostCompared) })}
        />
      </Panel>
      <ProfileNodes profile={profile} zone={zone} picked={picked} onPick={setPicked} />
    </div>
  );
}
