import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { PanelEmpty } from '@/ui/states';
import { StageBody, useStage } from '../../components/chart-stage';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedStage } from '../../components/compared-stage';
import { useLineFile } from '../../components/line-file';
import { LineNotes } from '../../components/line-notes';
import { RangeEmpty } from '../../components/range-empty';
import { BaseNote, NoInitialNote } from '../../components/stage-notes';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { AlongChart, LinesPart } from './charts';
import { LineChoices, LineShown } from './controls';
import { useLine } from './use-line';
import { Vessels } from './vessels';
import styles from './view.module.css';

/** hsl-settlement: the settlement along a hydrostatic line at chosen times, and of its vessels over time. */
export default function LineView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const data = useLine(point, state, stage.every);
  const { query, line, times, look } = data;
  const { valueType } = look;
  const save = useLineFile(zone, point, page.title, line);
  const changes = valueType === 'accumulated';
  const nothing = (line?.times.length ?? 0) === 0;
  const empty =
    line && line.skipped > 0 ? (
      <PanelEmpty title={t('line.allSkipped')} />
    ) : (
      <RangeEmpty point={point} zone={zone} valueType={valueType} range={state.range} change={change} />
    );
  return (
    <ComparedStage
      {...{ stage, zone, state, change, query, times }}
      all={line?.times ?? []}
      busy={data.busy}
      onTable={(format) => save({ valueType, base: state.base, range: state.range }, format)}
      controls={<LineChoices data={data} barWidth={stage.barWidth} change={change} />}
      end={<LineShown look={look} hidden={state.hidden} change={change} />}
      side={<Vessels data={data} zone={zone} />}
    >
      <NoInitialNote point={point} />
      <BaseNote base={changes ? state.base : null} zone={zone} onReset={() => change({ base: null })} />
      {line && <LineNotes line={line} />}
      <ComparedLegend times={{ ...times, base: state.base }} context={context} change={change} />
      <StageBody
        error={line ? null : query.error}
        onRetry={query.refetch}
        loading={data.loading}
        rows={8}
        empty={nothing ? empty : null}
      >
        {() =>
          line && (
            <div className={styles.plots}>
              <div className={styles.plot}>
                <AlongChart
                  data={{ ...data, line }}
                  {...{ page, point, state, change, context }}
                  handle={stage.chart}
                />
              </div>
              {look.showsLines && <LinesPart data={{ ...data, line }} {...{ page, point, state, change, context }} />}
            </div>
          )
        }
      </StageBody>
    </ComparedStage>
  );
}
