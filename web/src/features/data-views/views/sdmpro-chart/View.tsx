import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { ScrollArea } from '@/ui/scroll-area';
import { BaseChoice } from '../../components/base-choice';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import compared from '../../components/compared.module.css';
import below from '../../components/compared-below.module.css';
import { ComparedBar } from '../../components/compared-stage';
import { OnPage } from '../../components/on-page';
import { ProcessChart } from '../../components/process-chart';
import { RangeEmpty } from '../../components/range-empty';
import { ShownChoice } from '../../components/shown-choice';
import { BaseNote, NoInitialNote, StageNote } from '../../components/stage-notes';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useReadingsFile } from '../../queries/series';
import { ResultChoices } from './controls';
import { ResultProfile } from './profile';
import { useResults } from './use-results';

/** sdmpro-chart: what the device computed itself against the results of the platform. */
export default function ResultsView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const file = useReadingsFile();
  const [picked, setPicked] = useState<number | null>(null);
  const results = useResults(page.slug, point, state, stage.every, picked);
  const { all, times, parts, answer, main, configs, node } = results;
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      ...{ pointId: point.id, fields: main ? [main.field.name] : [], nodes: node === null ? [] : [node] },
      ...{ valueType: 'accumulated', valueTypes: ['observed', 'accumulated', 'raw'], base: state.base },
      ...{ includeAbnormal: true, interval: point.interval, range: state.range },
    });
  const none = all.length === 0 && !results.query.isPending;
  return (
    <ScrollArea className={below.page} label={page.title}>
      <ChartStage
        {...{ stage, zone, state, change, onTable }}
        query={{ isFetching: results.fetching, refetch: results.retry }}
        busy={results.busy}
        controls={<ResultChoices {...{ results, change }} barWidth={stage.barWidth} />}
        end={
          <ShownChoice
            hidden={state.hidden}
            configs={configs}
            without={['thresholds']}
            tight={stage.barWidth > 0 && stage.barWidth < 900}
            choices={
              <BaseChoice zone={zone} base={state.base} reading={times.current} onChange={(base) => change({ base })} />
            }
            change={change}
          />
        }
      >
        <NoInitialNote point={point} />
        <BaseNote base={state.base} zone={zone} onReset={() => change({ base: null })} />
        <StageNote>{t(results.alone ? 'results.alone' : 'results.zero')}</StageNote>
        <div className={compared.plot}>
          <StageBody
            error={answer ? null : results.error}
            onRetry={results.retry}
            loading={!parts && !none}
            rows={6}
            empty={none ? <RangeEmpty {...{ point, zone, change }} valueType="observed" range={state.range} /> : null}
          >
            {() =>
              parts &&
              answer && (
                <ProcessChart
                  {...{ process: { configs, main }, answer, parts, point, state, change, context }}
                  handle={stage.chart}
                  onAsk={(at) => change({ at })}
                />
              )
            }
          </StageBody>
        </div>
      </ChartStage>
      <ComparedBar {...{ zone, all, times, change }} />
      <OnPage>{!none && <ResultProfile {...{ results, page, point, context }} onPick={setPicked} />}</OnPage>
    </ScrollArea>
  );
}
