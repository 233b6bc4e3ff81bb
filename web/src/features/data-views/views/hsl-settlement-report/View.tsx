import { useState } from 'react';
import { Panel } from '@/ui/panel';
import { StageBody } from '../../components/chart-stage';
import { ReportPoints } from '../../components/report-points';
import { ReportStage } from '../../components/report-stage';
import { chosenPoints } from '../../model/report';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useLevelLine } from '../../queries/level-line';

const fields = ['settlement'];

/** hsl-settlement-report: the report rows of the vessels of a hydrostatic line, with their differential settlement. */
export default function LineReportView({ zone, point, page, initial }: ViewProps) {
  const [state, change] = useViewState(point.id, initial);
  const [now] = useState(() => Date.now());
  // The line as it is at the time of the report; no readings are needed.
  const at = state.at ?? point.time ?? now;
  const asked = { point, valueType: 'accumulated', base: null, range: { from: at - 1, to: at } } as const;
  const { query, line } = useLevelLine({ ...asked, page: 1, pageSize: 1, every: 0 });
  if (!line) {
    const retry = () => void query.refetch();
    return (
      <Panel fill>
        <StageBody error={query.error} onRetry={retry} loading rows={8} empty={null}>
          {() => null}
        </StageBody>
      </Panel>
    );
  }
  const points = line.vessels.map((one) => ({ id: one.id, name: one.name, time: one.point?.time ?? point.time }));
  return (
    <ReportStage
      {...{ page, zone, point, points, state, change }}
      shape="line"
      ask={{ measuringPointIds: chosenPoints(points, state.points), fields, step: 0, differential: true }}
      controls={<ReportPoints {...{ points, state, change }} />}
    />
  );
}
