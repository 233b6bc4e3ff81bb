import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartContext } from '@/entities/chart/chart-words';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { UnpairedFace } from '@/entities/monitor/unpaired-face';
import { usePanelHost } from '../model/panel-host';
import { isBearing, nameOf } from '../model/process-model';
import type { ProcessRecipe } from '../model/process-picture';
import type { TableFormat } from '../model/table';
import { useTypeWord } from '../model/type-word';
import type { PointState, SeriesAnswer, ValueType } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useNotes } from '../queries/notes';
import { type Process, useProcess } from '../queries/process';
import { useReadingsFile } from '../queries/series';
import { useStanding } from '../queries/standing';
import { BaseChoice } from './base-choice';
import { ChartStage, type Stage, StageBody, useStage } from './chart-stage';
import { ExplainSide } from './explain-side';
import { FittingChoice } from './fitting-choice';
import { MarkList } from './mark-list';
import { useMarking } from './marking';
import { OnPage } from './on-page';
import { ProcessChart } from './process-chart';
import styles from './process-stage.module.css';
import { RangeEmpty } from './range-empty';
import { ShownChoice } from './shown-choice';
import { BaseNote, NoInitialNote } from './stage-notes';
import { StatisticsRow } from './statistics-row';
import { useWide, WithSide } from './with-side';

interface Props {
  /** The view's slug, under which the point's chart settings are stored. */
  slug: string;
  zone: string;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  recipe: ProcessRecipe;
  /** Controls of the view itself, before the value types. */
  controls?: ReactNode;
  /** Further options in the list of what is shown. */
  choices?: ReactNode;
  /** A second chart at the right of the first: the plan trace. */
  second?: (answer: SeriesAnswer, context: ChartContext) => ReactNode;
}

/** Width in pixels of the range, the tools and the bar's padding, and of a view's own controls. */
const barTaken = 450;
const controlsTaken = 300;
/** Below this width, px, tools show icons only where the view has controls too, to keep the bar in one row. */
const tightBar = 900;

/** Plots that fit into the window: more of them are scrolled. */
const mostInView = 4;

/** The picture of a process-line view of one point. */
export function ProcessStage({ slug, ...props }: Props) {
  const { point, state, recipe } = props;
  const stage = useStage();
  const file = useReadingsFile();
  const process = useProcess(slug, point, state, recipe, stage.every);
  return (
    <ProcessFrame
      {...props}
      stage={stage}
      process={process}
      onTable={(format) => file.mutate({ ...process.wanted, range: state.range, format })}
    />
  );
}

/** What a frame draws, wherever it comes from. */
export type Drawn = Omit<Process, 'query' | 'wanted'> & {
  query: { isFetching: boolean; isPending: boolean; error: Error | null; refetch: () => unknown };
};

interface FrameProps extends Omit<Props, 'slug'> {
  stage: Stage;
  process: Drawn;
  onTable: (format: TableFormat) => void;
  /** Lines between the tool bar and the chart. */
  notes?: ReactNode;
  /** The points whose notes the chart shows; by default the one of the page. */
  noted?: readonly number[];
  /** A second chart below the first. */
  below?: ReactNode;
}

/** The frame of every process line: toolbar, chart, statistics, and the explanation of one number. */
export function ProcessFrame(props: FrameProps) {
  const { zone, point, state, change, recipe, controls, choices, second, stage, process, onTable, notes, below } =
    props;
  const { noted = [point.id] } = props;
  const { t } = useTranslation('data-views');
  const context = useChartContext(zone);
  const host = usePanelHost();
  const wide = useWide();
  const [asked, setAsked] = useState(false);
  const { query, answer, parts, valueType } = process;
  const onClose = wide ? undefined : () => setAsked(false);
  const side = originOf(process, { point, zone, at: state.at, segment: recipe.segment ?? false, onClose });
  const room = stage.barWidth && Math.max(1, stage.barWidth - barTaken - (controls ? controlsTaken : 0));
  const tight = controls !== undefined && stage.barWidth > 0 && stage.barWidth < tightBar;
  const span = { start: answer?.start ?? 0, end: answer?.end ?? 0 };
  const written = useNotes({ projectId: point.projectId, ids: noted, ...span });
  const standing = useStanding(point, span.start, span.end);
  const marks = useMemo(() => [...written.drawn, ...standing.drawn], [written.drawn, standing.drawn]);
  const [from, to] = state.window ?? [span.start, span.end];
  const marking = useMarking({ point, zone, view: { from, to }, tight: tight || !wide });
  const changes = valueType === 'accumulated';
  const onBase = (base: number | null) => change({ base, window: null });
  return (
    <WithSide side={side} open={asked} onClose={() => setAsked(false)} className={styles.stage}>
      <ChartStage
        stage={stage}
        zone={zone}
        state={state}
        change={change}
        query={query}
        busy={query.isFetching && !query.isPending}
        onTable={onTable}
        className={styles.chart}
        head={<UnpairedFace point={point} zone={zone} />}
        controls={
          <>
            {controls}
            <ValueTypes
              types={recipe.types}
              value={valueType}
              room={room}
              onChange={(type) => change({ type, window: null })}
            />
          </>
        }
        end={
          <>
            <ShownChoice
              hidden={state.hidden}
              configs={process.configs}
              without={recipe.visits ? ['gaps'] : undefined}
              notes
              tight={tight}
              choices={
                <>
                  {choices}
                  {changes && <BaseChoice zone={zone} base={state.base} reading={state.at} onChange={onBase} />}
                </>
              }
              change={change}
            />
            {answer && !process.empty && marking.button}
            {!wide && side && (
              <Button icon={<QuestionCircleOutlined aria-hidden />} onClick={() => setAsked(true)}>
                {t('explain')}
              </Button>
            )}
          </>
        }
      >
        <NoInitialNote point={point} />
        <BaseNote base={changes ? state.base : null} zone={zone} onReset={() => change({ base: null })} />
        {notes}
        {marking.hint}
        <div className={styles.plots}>
          <div
            className={styles.plot}
            data-stacked={recipe.stacked}
            data-tall={(parts?.plots.length ?? 0) > mostInView}
          >
            <StageBody
              error={answer ? null : query.error}
              onRetry={query.refetch}
              loading={!parts}
              rows={6}
              empty={
                process.empty ? (
                  <RangeEmpty point={point} zone={zone} valueType={valueType} range={state.range} change={change} />
                ) : null
              }
            >
              {() =>
                answer &&
                parts && (
                  <ProcessChart
                    {...{ process, answer, parts, point, state, change, context }}
                    handle={stage.chart}
                    notes={marks}
                    onSpan={marking.onSpan}
                    onAsk={(at) => {
                      change({ at });
                      setAsked(true);
                    }}
                  />
                )
              }
            </StageBody>
          </div>
          {second && !host && answer && !process.empty && (
            <div className={styles.second}>
              <div className={styles.square}>{second(answer, context)}</div>
            </div>
          )}
        </div>
        <OnPage>
          {below && !process.empty && <div className={styles.below}>{below}</div>}
          <MainStatistics process={process} zone={zone} />
          {answer && (
            <MarkList
              {...{ point, zone }}
              notes={written.list}
              more={written.more}
              standing={standing.list}
              onEdit={marking.edit}
            />
          )}
          {marking.drawer}
        </OnPage>
      </ChartStage>
    </WithSide>
  );
}

interface ValueTypesProps {
  types: readonly ValueType[];
  value: ValueType;
  room: number;
  onChange: (type: ValueType) => void;
}

function ValueTypes({ types, value, room, onChange }: ValueTypesProps) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  if (types.length < 2) return null;
  const options = types.map((one) => ({ value: one, label: typeWord(one) }));
  return <FittingChoice label={t('type.label')} options={options} value={value} room={room} onChange={onChange} />;
}

interface Origin {
  point: PointState;
  zone: string;
  at: number | null;
  segment: boolean;
  onClose: (() => void) | undefined;
}

/** originOf explains the chosen reading of the main curve, or the newest one. */
function originOf({ main, valueType }: Drawn, { point, zone, at, segment, onClose }: Origin): ReactNode {
  const time = main && (at ?? point.time ?? main.series.samples.at(-1)?.[0] ?? null);
  if (!main || time === null) return null;
  const { field, node } = main.series;
  return <ExplainSide {...{ point, field, node, time, valueType, segment, zone, onClose }} />;
}

function MainStatistics({ process: { main, answer, valueType }, zone }: { process: Drawn; zone: string }) {
  const { t } = useTranslation('data-views');
  if (!main || !answer) return null;
  const name = () => nameOf(main.series, main.field, t, answer.fields.length === 1);
  return (
    <StatisticsRow
      statistics={main.series.statistics}
      field={main.field}
      signed={valueType !== 'observed'}
      zone={zone}
      unit={main.unit}
      name={answer.series.length > 1 ? name() : undefined}
      bearing={isBearing(main.field.name, valueType)}
    />
  );
}
