import { type ReactNode, useState } from 'react';
import { useChartContext } from '@/entities/chart/use-chart-context';
import type { TableFormat } from '../model/table';
import type { PointState } from '../model/types';
import type { Page } from '../model/view';
import type { ViewState } from '../model/view-state';
import type { Profile } from '../queries/profile';
import { type Stage, StageBody } from './chart-stage';
import styles from './compared.module.css';
import { ComparedLegend } from './compared-legend';
import { ComparedStage } from './compared-stage';
import { ProfileChart } from './profile-chart';
import { ProfileSide } from './profile-side';

interface Props {
  stage: Stage;
  zone: string;
  point: PointState;
  page: Page;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  profile: Pick<
    Profile,
    'query' | 'all' | 'times' | 'configs' | 'drawn' | 'titles' | 'lines' | 'field' | 'loading' | 'busy'
  >;
  onTable: (format: TableFormat) => void;
  controls: ReactNode;
  end: ReactNode;
  /** Shown if there are no readings. */
  empty: ReactNode;
  /** Lines above the chart. */
  notes?: ReactNode;
  /** False: the values do not depend on a base. */
  based?: boolean;
}

/** The shape of an array at compared times, depth down, with a table of its nodes. */
export function ProfileStage(props: Props) {
  const { stage, zone, point, page, state, change, profile, onTable, controls, end, empty, notes, based } = props;
  const context = useChartContext(zone);
  const [picked, setPicked] = useState<number | null>(null);
  const { query, all, times } = profile;
  const none = all.length === 0 || (based && point.noInitial && state.base === null);
  return (
    <ComparedStage
      {...{ stage, zone, state, change, query, all, times, onTable, controls, end }}
      busy={profile.busy}
      side={<ProfileSide profile={profile} zone={zone} picked={picked} onPick={setPicked} />}
    >
      {notes}
      <ComparedLegend {...{ times, context, change, based }} />
      <div className={styles.plot}>
        <StageBody
          error={all.length > 0 ? null : query.error}
          onRetry={query.refetch}
          loading={profile.loading && !none}
          rows={8}
          empty={none && !query.isPending ? empty : null}
        >
          {() => <ProfileChart {...{ profile, page, point, state, picked, context }} handle={stage.chart} />}
        </StageBody>
      </div>
    </ComparedStage>
  );
}
