import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type CSSProperties, type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { LevelIcon } from '@/entities/alert/level-icon';
import { ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { useCan } from '@/entities/permission/permissions';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import {
  markOf,
  type ReportAsk,
  type ReportChart,
  type ReportRow,
  reportChart,
  reportQuery,
  silentPoints,
} from '../model/report';
import type { PointState } from '../model/types';
import type { Page } from '../model/view';
import type { ViewState } from '../model/view-state';
import { usePictureTitle } from '../queries/picture-title';
import { useReport, useReportExport } from '../queries/report';
import { BaseChoice } from './base-choice';
import { ChartStage, StageBody, useStage } from './chart-stage';
import { type ReportColumn, useReportColumns } from './report-columns';
import { ReportFoot, ReportHead, useReportNotes, useReportTimes } from './report-form';
import { ReportPaper } from './report-paper';
import styles from './report-stage.module.css';
import { BaseNote, NoInitialNote } from './stage-notes';

/** A report is a workbook. */
const bookOnly = ['xlsx'] as const;

interface Props {
  page: Page;
  zone: string;
  point: PointState;
  /** The points that the report may list. */
  points: readonly Pick<PointState, 'id' | 'time'>[];
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  ask: ReportAsk;
  /** Rows are nodes of the point. */
  ofNodes?: boolean;
  shape?: ReportChart['shape'];
  controls: ReactNode;
}

interface TimeProps {
  zone: string;
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

function Time(props: TimeProps) {
  return (
    <span className={styles.time}>
      {props.label}
      <ZonedPicker {...props} allowClear />
    </span>
  );
}

/** A monitoring report: two times and a base to choose, the form with its rows and chart, print and workbook. */
export function ReportStage(props: Props) {
  const { page, zone, point, points, state, change, ask, ofNodes = false, shape = 'bars', controls } = props;
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const say = useLabel();
  const stage = useStage();
  const context = useChartContext(zone);
  const wanted = reportQuery(ask, points, state);
  const query = useReport(point, wanted, stage.every);
  const report = query.data;
  const mayAsk = useCan('Create:Report');
  const saved = useReportExport(point, state);
  const columns = useReportColumns(report, ofNodes, point.pages.includes('adm-settlement'), wanted.differential);
  const times = useReportTimes(report, zone);
  const notes = useReportNotes(report, point.projectId, zone);
  const first = report?.rows[0];
  const name = first ? say(first.label) || first.field : '';
  const chart = useMemo<ReportChart | null>(
    () =>
      report && first
        ? {
            ...{ report, field: first.field, name, shape, depthName: t('profile.depth') },
            times: [t('report.previous'), t('report.time')],
            nodeName: (no) => t('node', { no }),
          }
        : null,
    [report, first, name, shape, t],
  );
  const silent = report ? silentPoints(report) : 0;
  const never = points.every((one) => one.time === null);
  const form = report && { page, point, report, zone, state, change };
  return (
    <ChartStage
      stage={stage}
      zone={zone}
      state={state}
      change={change}
      query={query}
      busy={saved.isPending || (query.isFetching && !query.isPending)}
      timeless
      {...(mayAsk ? { onTable: () => saved.save(wanted) } : {})}
      formats={bookOnly}
      controls={
        <>
          <Time
            {...{ zone, label: t('report.time'), placeholder: t('report.newest'), value: state.at }}
            onChange={(at) => change({ at })}
          />
          <Time
            {...{ zone, label: t('report.previous'), placeholder: t('report.dayBefore'), value: state.previous }}
            onChange={(previous) => change({ previous })}
          />
          {controls}
          <BaseChoice
            inline
            zone={zone}
            base={state.base}
            reading={report?.points[0]?.previous || null}
            onChange={(base) => change({ base })}
          />
        </>
      }
      end={
        <Button icon={<PrinterOutlined aria-hidden />} disabled={!report} onClick={() => window.print()}>
          {t('report.print')}
        </Button>
      }
    >
      <NoInitialNote point={point} changes={point.observed === null} />
      <BaseNote base={state.base} zone={zone} onReset={() => change({ base: null })} />
      <StageBody
        error={report ? null : query.error}
        onRetry={query.refetch}
        loading={!report}
        rows={8}
        empty={never ? <PanelEmpty title={t('report.empty')} hint={t('empty.never')} /> : null}
      >
        {() =>
          form &&
          chart && (
            <div className={styles.scroll}>
              <ReportHead {...form} />
              {silent > 0 && <p className={styles.note}>{t('report.silent', { count: silent })}</p>}
              {silent < form.report.points.length && form.report.points.every((one) => one.previous === 0) && (
                <p className={styles.note}>{t('report.noPrevious')}</p>
              )}
              {wanted.differential && form.report.rows.some((row) => row.chainage === null) && (
                <p className={styles.note}>{t('report.noChainage')}</p>
              )}
              <div className={styles.body} data-profile={shape === 'profile'}>
                <ReportTable {...{ columns, page }} report={form.report} />
                <div className={styles.chart}>
                  <Drawn {...{ chart, columns, page, point, state, context, times }} handle={stage.chart} />
                </div>
              </div>
              <ReportFoot report={form.report} zone={zone} notes={notes} />
              <ReportPaper {...form} columns={columns} notes={notes} chart={chart} context={context} />
            </div>
          )
        }
      </StageBody>
    </ChartStage>
  );
}

interface TableProps {
  columns: readonly ReportColumn[];
  page: Page;
  report: ReportChart['report'];
}

function ReportTable({ columns, page, report }: TableProps) {
  return (
    <div className={styles.table}>
      <DataTable<ReportRow>
        label={page.title}
        rowKey={(row) => `${row.measuringPointId} ${row.field} ${row.node} ${row.depth}`}
        dataSource={report.rows}
        columns={columns.map((column) => ({
          key: column.key,
          title: <UnitHead title={column.title} unit={column.unit} />,
          align: column.words ? 'left' : 'right',
          render: (_, row) =>
            column.key === 'verdict' ? (
              <span className={styles.verdict}>
                <LevelIcon level={markOf(report, row)} decorative />
                {column.text(row)}
              </span>
            ) : (
              <span className={styles.number}>{column.text(row)}</span>
            ),
        }))}
        height={report.rows.length > 200 ? 480 : undefined}
      />
    </div>
  );
}

interface DrawnProps {
  chart: ReportChart;
  columns: readonly ReportColumn[];
  page: Page;
  point: PointState;
  state: ViewState;
  context: ChartContext;
  times: { previous: string; now: string };
  handle: ReturnType<typeof useStage>['chart'];
}

/** The chart of the report, with its legend. */
function Drawn({ chart, columns, page, point, state, context, times, handle }: DrawnProps) {
  const { t } = useTranslation(['data-views', 'common']);
  const build = useCallback((one: ChartContext) => reportChart(chart, one), [chart]);
  const { previous, now } = times;
  const [row] = chart.report.rows;
  const picture = usePictureTitle(point)(
    `${page.title} ${chart.name}`,
    [chart.report.points[0]?.previous || chart.report.time, chart.report.time],
    row?.changeUnit ?? '',
    `${t('report.previous')} ${previous}  ${t('report.time')} ${now}`,
  );
  return (
    <>
      <div className={styles.legend} style={{ '--curve': context.theme.palette[0] } as CSSProperties}>
        <span data-time="previous">{t('report.previous')}</span>
        <span>{t('report.time')}</span>
      </div>
      <div className={styles.plot}>
        <ChartView
          handle={handle}
          build={build}
          context={context}
          {...picture}
          sentence={t('report.sentence', {
            what: chart.name,
            count: chart.report.rows.length,
            time: now,
            previous: formatTime(chart.report.points[0]?.previous || null, context.zone),
          })}
          twin={() => ({
            columns: columns.map((column) => ({
              title: column.unit ? `${column.title} ${column.unit}` : column.title,
            })),
            rows: chart.report.rows.map((row) => columns.map((column) => column.text(row))),
          })}
          showTable={state.table}
        />
      </div>
    </>
  );
}
