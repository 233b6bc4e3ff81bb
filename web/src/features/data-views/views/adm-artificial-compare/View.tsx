import { FileExcelOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import { BaseChoice } from '../../components/base-choice';
import { ChartStage, StageBody, useStage } from '../../components/chart-stage';
import compared from '../../components/compared.module.css';
import { OnPage } from '../../components/on-page';
import { PairProfileChart } from '../../components/pair-profile-chart';
import { PairTable } from '../../components/pair-table';
import { StageNote } from '../../components/stage-notes';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useComparisonExport } from '../../queries/comparison-export';
import { useSaveTable } from '../../queries/save-table';
import { ManualChoices } from './controls';
import { ComparedReadings, DifferenceRow } from './facts';
import { comparisonTable } from './model';
import { useComparison } from './use-comparison';
import styles from './view.module.css';

/** adm-artificial-compare: a manual inclinometer of the same hole against the array. */
export default function ManualView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const saveTable = useSaveTable(point, zone);
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const [picked, setPicked] = useState<number | null>(null);
  const mayAsk = useCan('Create:Report');
  const report = useComparisonExport(point, state);
  const comparison = useComparison(page.slug, point, state, stage.every, picked);
  const { query, found, profile, field, hole, obstacle, configs, decimals, known } = comparison;
  const none = !field || (known && !hole) ? ('noHole' as const) : obstacle;
  const shown = !none && found && profile ? { found, profile } : null;
  const onTable = (format: TableFormat) => {
    if (!shown) return;
    const { first, second, difference, depthName } = shown.profile;
    const columns = [depthName, ...[first, second, difference].map((name) => `${name} ${field?.unit ?? ''}`)];
    const heads = { run: t('manualCompare.run'), reading: second, zero: t('manualCompare.zero'), columns };
    const table = comparisonTable(shown.found, heads, (at) => formatTime(at, zone));
    saveTable({ title: page.title, table, range: state.range, format });
  };
  return (
    <div className={styles.page}>
      <ChartStage
        {...{ stage, zone, state, change, query, onTable }}
        busy={query.isFetching && found !== undefined}
        controls={<ManualChoices {...{ comparison, zone, change }} barWidth={stage.barWidth} />}
        end={
          mayAsk &&
          hole && (
            <Button
              icon={<FileExcelOutlined aria-hidden />}
              loading={report.isPending}
              disabled={!shown}
              title={t('manualCompare.reportHint')}
              onClick={() =>
                report.save({ manualId: hole.id, field: field?.name === 'y' ? 'y' : 'x', sameToe: comparison.sameToe })
              }
            >
              {t('manualCompare.report')}
            </Button>
          )
        }
      >
        {shown?.found.increments && (
          <StageNote>{t('manualCompare.increments', { time: formatTime(shown.found.zeroRun, zone) })}</StageNote>
        )}
        <div className={compared.legend}>
          {shown && <ComparedReadings found={shown.found} zone={zone} />}
          <div className={compared.base}>
            <BaseChoice zone={zone} base={state.base} reading={null} onChange={(base) => change({ base })} />
          </div>
        </div>
        <div className={compared.plot}>
          <StageBody
            error={found ? null : query.error}
            onRetry={query.refetch}
            loading={!found && !none}
            rows={8}
            empty={none && <PanelEmpty title={t(`manualCompare.${none}`)} hint={t(`manualCompare.hint.${none}`)} />}
          >
            {() =>
              shown && (
                <PairProfileChart
                  {...{ profile: shown.profile, page, point, context, palette: configs.palette }}
                  table={state.table}
                  handle={stage.chart}
                />
              )
            }
          </StageBody>
        </div>
        {shown && <DifferenceRow found={shown.found} unit={field?.unit ?? ''} decimals={decimals} />}
      </ChartStage>
      <OnPage>
        <Panel
          className={styles.side}
          title={t('profile.nodes')}
          extra={shown && formatTime(shown.found.run, zone, 'list')}
        >
          {shown ? (
            <PairTable
              label={t('manualCompare.table')}
              profile={shown.profile}
              onPick={(depth) => setPicked(depth === picked ? null : depth)}
            />
          ) : (
            !none && <PanelSkeleton rows={8} />
          )}
        </Panel>
      </OnPage>
    </div>
  );
}
