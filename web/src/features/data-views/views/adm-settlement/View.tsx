import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { StageBody, useStage } from '../../components/chart-stage';
import styles from '../../components/compared.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedStage } from '../../components/compared-stage';
import { RangeEmpty } from '../../components/range-empty';
import { NoInitialNote, StageNote } from '../../components/stage-notes';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useReadingsFile } from '../../queries/series';
import { SettlementChart } from './chart';
import { SettlementChoices, SettlementShown } from './controls';
import { SettlementNodes } from './nodes';
import { useSettlement } from './use-settlement';

/** adm-settlement: the settlement along a horizontal array at chosen times, with a table of its nodes. */
export default function SettlementView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const file = useReadingsFile();
  const [picked, setPicked] = useState<number | null>(null);
  const settlement = useSettlement(page.slug, point, state, stage.every);
  const { query, all, times, look } = settlement;
  const type = look?.type ?? 'observed';
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      pointId: point.id,
      fields: look ? [look.field.name] : [],
      nodes: [],
      valueType: type,
      base: type === 'accumulated' ? state.base : null,
      includeAbnormal: true,
      interval: point.interval,
      range: state.range,
    });
  const empty = <RangeEmpty point={point} zone={zone} valueType={type} range={state.range} change={change} />;
  return (
    <ComparedStage
      {...{ stage, zone, state, change, query, all, times }}
      busy={settlement.busy}
      onTable={onTable}
      controls={<SettlementChoices settlement={settlement} barWidth={stage.barWidth} change={change} />}
      end={<SettlementShown settlement={settlement} hidden={state.hidden} change={change} />}
      side={<SettlementNodes {...{ settlement, zone, picked }} hidden={state.hidden} onPick={setPicked} />}
    >
      <NoInitialNote point={point} />
      {settlement.unsurveyed && <StageNote>{t('settlement.unsurveyed')}</StageNote>}
      <ComparedLegend times={times} context={context} change={change} based={type === 'accumulated'} />
      <div className={styles.plot}>
        <StageBody
          error={all.length > 0 ? null : query.error}
          onRetry={query.refetch}
          loading={settlement.loading}
          rows={8}
          empty={all.length > 0 ? null : empty}
        >
          {() => <SettlementChart {...{ settlement, page, point, state, picked, context }} handle={stage.chart} />}
        </StageBody>
      </div>
    </ComparedStage>
  );
}
