import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { farthest, tightest } from '../../model/pipe';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import { usePictureTitle } from '../../queries/picture-title';
import { lookOf, pipePlot, spotAt } from './model';
import type { PipeData } from './use-pipe';

interface Props {
  data: PipeData;
  page: Page;
  point: PointState;
  table: boolean;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The chosen sight of the pipe at the compared surveys. */
export function PipeChart({ data, page, point, table, context, handle }: Props) {
  const { t } = useTranslation('data-views');
  const { drawing, times, sight } = data;
  const { unit, decimals, key } = lookOf(sight);
  const { zone } = context;
  const build = useCallback((one: ChartContext) => pipePlot(drawing, one), [drawing]);
  const current = formatTime(times.current, zone);
  const what = t(`pipe.sights.${sight}`);
  const picture = usePictureTitle(point)(`${page.title} ${what}`, [times.curves[0], times.current], unit);
  const nodes = drawing.curves.at(-1)?.spots.map(({ node }) => node) ?? [];
  const most = sight === 'bend' ? tightest(nodes) : farthest(nodes, (node) => node[key]);
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...picture}
      sentence={t('pipe.sentence', {
        ...{ point: point.name, what, time: current, count: drawing.curves.length, unit },
        chainage: formatNumber(most?.chainage, 1),
        value: formatNumber(most?.[key], decimals),
      })}
      twin={() => ({
        columns: [
          { title: `${t('pipe.chainage')} m`, align: 'right' as const },
          ...drawing.curves.map(({ t: time }) => ({ title: formatTime(time, zone, 'list'), align: 'right' as const })),
        ],
        rows: nodes.map((node) => [
          formatNumber(node.chainage, 1),
          ...drawing.curves.map((curve) => formatNumber(spotAt(curve, node.chainage)?.value, decimals)),
        ]),
      })}
      showTable={table}
    />
  );
}
