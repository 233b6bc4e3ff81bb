import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { profileChart } from '@/entities/chart/profile';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import styles from '../../components/analysis.module.css';
import { AnalysisPage, AnalysisTabs } from '../../components/analysis-page';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import { RangeEmpty } from '../../components/range-empty';
import { StageNote } from '../../components/stage-notes';
import { useRemarks } from '../../components/survey-texts';
import { useAnalysisState } from '../../model/analysis';
import type { AnalysisProps } from '../../model/analysis-view';
import { comparedSurveys } from '../../model/casing';
import type { Survey } from '../../model/surveys';
import { useCasingQuality } from '../../queries/casing';
import { usePictureTitle } from '../../queries/picture-title';
import { useFields } from '../../queries/point';
import { useSurveys } from '../../queries/surveys';
import { QualityControls } from './controls';
import { useQualityFile, useQualityHeads } from './file';
import { qualityChart, qualityRows } from './model';
import { QualitySide, useQualityFacts } from './side';

const none: Survey[] = [];

/** Checksums and systematic errors of a survey with an inclinometer probe, and their removal. */
export default function QualityView({ zone, point, initial }: AnalysisProps) {
  const { t } = useTranslation(['analysis', 'data-views']);
  const [state, change] = useAnalysisState(point.id, initial);
  const stage = useStage();
  const context = useChartContext(zone);
  const fields = useFields(point);
  const remarks = useRemarks();
  const surveys = useSurveys({ pointId: point.id, range: state.range, base: null, every: stage.every });
  const list = surveys.data ?? none;
  const { times, time, base } = comparedSurveys(list, state);
  const found = useCasingQuality({ pointId: point.id, time, base, settings: state, every: stage.every });
  const { quality, error } = found;
  const label = useCallback((name: string) => fields.find((one) => one.name === name)?.label ?? name, [fields]);
  const drawn = useMemo(
    () =>
      quality &&
      qualityChart(quality, state.chart, {
        ...{ depth: t('data-views:profile.depth'), digit: t('data-views:survey.digit'), zone: t('quality.zone') },
        ...{ before: t('quality.before'), after: t('quality.after'), mean: t('quality.mean') },
        ...{ survey: t('quality.survey'), base: t('quality.base'), checksum: t('quality.checksum') },
        ...{ difference: t('quality.difference'), estimate: t('quality.estimate') },
        axes: [label('x'), label('y')],
        strip: (axis) => t('data-views:survey.strip', { axis }),
      }),
    [quality, state.chart, label, t],
  );
  const build = useCallback((one: ChartContext) => profileChart(drawn ?? nothing, one), [drawn]);
  const facts = useQualityFacts(quality, zone);
  const title = `${t('method.quality')} ${t(`quality.chart.${state.chart}`)}`;
  const picture = usePictureTitle(point)(
    title,
    [quality?.base.time, quality?.survey.time],
    drawn?.plots[0]?.unit ?? '',
  );
  const heads = useQualityHeads();
  const save = useQualityFile(point, zone, title, facts);
  const said = remarks(quality?.survey);
  const unreadable = surveys.data !== undefined && base === null;
  return (
    <AnalysisPage side={<QualitySide {...{ quality, facts, point, zone }} />}>
      <ChartStage
        {...{ stage, zone, state, change }}
        query={surveys}
        busy={(surveys.isFetching && !surveys.isPending) || found.isFetching}
        {...(quality && { onTable: (format) => save(quality, format) })}
        head={<AnalysisTabs point={point} method="quality" />}
        controls={<QualityControls {...{ zone, state, change, times, time, base }} />}
      >
        {error && <StageNote>{reason(error, t('failed'))}</StageNote>}
        {quality && said !== '' && (
          <StageNote>
            {t('data-views:survey.note', { time: formatTime(quality.survey.time, zone), remarks: said })}
          </StageNote>
        )}
        <div className={styles.chart}>
          <StageBody
            error={surveys.data ? null : surveys.error}
            onRetry={surveys.refetch}
            loading={!quality && !error && !unreadable}
            rows={8}
            empty={
              list.length === 0 ? (
                <RangeEmpty {...{ point, zone, change }} valueType="observed" range={state.range} />
              ) : quality ? null : (
                <PanelEmpty title={t(unreadable ? 'quality.one' : 'quality.nothing')} />
              )
            }
          >
            {() => (
              <ChartView
                {...{ build, context }}
                {...picture}
                sentence={facts.map((one) => one.join(' ')).join('; ')}
                twin={() => ({
                  columns: heads.map((head) => ({ title: head })),
                  rows: quality ? qualityRows(quality).map((row) => row.map((value) => formatNumber(value, 2))) : [],
                })}
                showTable={state.table}
                handle={stage.chart}
              />
            )}
          </StageBody>
        </div>
      </ChartStage>
    </AnalysisPage>
  );
}

const nothing = { plots: [], depthName: '', showThresholds: false, picked: null };

/** reason says why nothing is estimated: what is wrong with a field, or the whole. */
function reason(error: Error, failed: string): string {
  if (!(error instanceof ApiError)) return failed;
  return Object.values(error.fields)[0] ?? error.message;
}
