import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pointMark } from '@/entities/alert/mark';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { extreme, sameNode } from '@/entities/chart/profile-nodes';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { unitOf } from '../../model/process-model';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ViewState } from '../../model/view-state';
import { usePictureTitle } from '../../queries/picture-title';
import { settlementPicture } from './model';
import type { Settlement } from './use-settlement';

interface Props {
  settlement: Settlement;
  page: Page;
  point: PointState;
  state: ViewState;
  picked: number | null;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The settlement of a line at the compared times. */
export function SettlementChart({ settlement, page, point, state, picked, context, handle }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { look, drawn, configs, chainage, times } = settlement;
  const { hidden } = state;
  const build = useCallback(
    (one: ChartContext) =>
      look && drawn
        ? settlementPicture({ look, ...drawn, chainage, picked }, { hidden }, configs, one, t)
        : { series: [] },
    [look, drawn, chainage, picked, hidden, configs, t],
  );
  const { zone } = context;
  const curves = drawn?.curves ?? [];
  const newest = curves.at(-1)?.nodes ?? [];
  const worst = extreme(newest);
  const decimals = look?.field.decimals;
  const unit = look ? unitOf(look.field, look.type) : '';
  const current = formatTime(times.current, zone);
  const picture = usePictureTitle(point)(page.title, [times.curves[0], times.current], unit);
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...picture}
      sentence={t('settlement.sentence', {
        point: point.name,
        what: look?.field.label ?? '',
        count: curves.length,
        time: current,
        max: formatNumber(worst?.value, decimals),
        place: formatNumber(worst?.depth, 1),
        unit,
        level: t(`common:level.${pointMark(point.level, point.time)}`),
      })}
      twin={() => ({
        columns: [
          { title: t('settlement.distance') },
          ...curves.map((curve) => ({ title: formatTime(curve.t, zone, 'list') })),
        ],
        rows: newest.map((node) => [
          formatNumber(node.depth, 2),
          ...curves.map((curve) => formatNumber(curve.nodes.find((one) => sameNode(one, node))?.value, decimals)),
        ]),
      })}
      showTable={state.table}
    />
  );
}
