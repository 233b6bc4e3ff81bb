import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import { usePictureTitle } from '../../queries/picture-title';
import { segmentBars, shownIn } from './bars';
import { nameIn, worstOf } from './model';
import type { Lining } from './use-lining';

interface Props {
  data: Lining;
  page: Page;
  point: PointState;
  table: boolean;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The joints or segments of the lining at the compared times, as bars. */
export function SegmentChart({ data, page, point, table, context, handle }: Props) {
  const { t } = useTranslation('data-views');
  const { lining, quantity, field, shown, configs, times } = data;
  const { segments = [], curves = [] } = lining ?? {};
  const build = useCallback(
    (one: ChartContext) =>
      segmentBars(
        { segments: lining?.segments ?? [], curves: lining?.curves ?? [], quantity, field, shown },
        configs,
        one,
      ),
    [lining, quantity, field, shown, configs],
  );
  const { zone } = context;
  const moved = curves.at(-1)?.moved ?? [];
  const worst = worstOf(moved, quantity);
  const current = formatTime(times.current, zone);
  const picture = usePictureTitle(point)(`${page.title} ${field.label}`, [times.curves[0], times.current], field.unit);
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...picture}
      sentence={t('lining.sentence', {
        ...{ point: point.name, time: current, count: curves.length, what: field.label, unit: field.unit },
        name: nameIn(segments, worst, quantity),
        max: formatNumber(moved[worst]?.[quantity], field.decimals),
      })}
      twin={() => ({
        columns: [
          { title: t(quantity === 'rotation' ? 'lining.segment' : 'lining.joint') },
          ...curves.map((one) => ({ title: formatTime(one.t, zone, 'list'), align: 'right' as const })),
        ],
        rows: shownIn(segments, quantity).map((i) => [
          nameIn(segments, i, quantity),
          ...curves.map((one) => formatNumber(one.moved[i]?.[quantity], field.decimals)),
        ]),
      })}
      showTable={table}
    />
  );
}
