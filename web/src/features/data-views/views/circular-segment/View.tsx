import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { useCan } from '@/entities/permission/permissions';
import { ScrollArea } from '@/ui/scroll-area';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import compared from '../../components/compared.module.css';
import below from '../../components/compared-below.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedBar } from '../../components/compared-stage';
import { OnPage } from '../../components/on-page';
import { ProcessBelow } from '../../components/process-below';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { SegmentChart } from './chart';
import { DivideButton, SegmentChoices } from './controls';
import { DivisionDialog } from './division-dialog';
import { LiningEmpty } from './empty';
import { useSegmentsFile } from './segments-file';
import { SegmentTable } from './table';
import { useLining, useLiningProcess } from './use-lining';

/** circular-segment: how the segments of a lining turned and its joints opened and slipped, from an array around it. */
export default function SegmentView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const data = useLining(page.slug, point, state, stage.every);
  const process = useLiningProcess(data, point, state, stage.every);
  const mayDivide = useCan('Update:MeasuringPoint');
  // Without a division the page begins with the dialog.
  const [dividing, setDividing] = useState<boolean | null>(null);
  const { query, all, times, parts, lining, field } = data;
  const onTable = useSegmentsFile(data, point, page.title, state.range, zone);
  const undivided = parts?.length === 0;
  const none = undivided || (all.length === 0 && !query.isPending) || point.noInitial;
  const open = () => setDividing(true);
  return (
    <ScrollArea className={below.page} label={page.title}>
      <ChartStage
        {...{ stage, zone, state, change, query, onTable }}
        busy={data.busy}
        controls={<SegmentChoices data={data} barWidth={stage.barWidth} change={change} />}
        end={mayDivide && !undivided && <DivideButton onClick={open} />}
      >
        <ComparedLegend times={times} context={context} change={change} />
        <div className={compared.plot}>
          <StageBody
            error={data.error ?? (all.length > 0 ? null : query.error)}
            onRetry={() => (data.error ? data.retry() : query.refetch())}
            loading={data.loading && !none}
            rows={8}
            empty={none ? <LiningEmpty {...{ undivided, point, zone, state, change, open }} /> : null}
          >
            {() => <SegmentChart {...{ data, page, point, context }} table={state.table} handle={stage.chart} />}
          </StageBody>
        </div>
      </ChartStage>
      {lining && (
        <ProcessBelow
          title={t('lining.process', { what: field.label })}
          {...{ process, point, state, change, context }}
        />
      )}
      <ComparedBar {...{ zone, all, times, change }} />
      <OnPage>
        <SegmentTable data={data} zone={zone} onPick={(no) => change({ nodes: [no] })} />
        {mayDivide && parts && (dividing ?? undivided) && (
          <DivisionDialog {...{ data, point }} onClose={() => setDividing(false)} />
        )}
      </OnPage>
    </ScrollArea>
  );
}
