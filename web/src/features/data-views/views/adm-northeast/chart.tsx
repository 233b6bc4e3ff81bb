import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pointMark } from '@/entities/alert/mark';
import { type BearingChart, bearing as drawBearing } from '@/entities/chart/bearing';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { withPalette } from '@/entities/chart/palette';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import { usePictureTitle } from '../../queries/picture-title';
import type { Bearing } from './use-bearing';

interface Props {
  bearing: Bearing;
  picture: BearingChart;
  page: Page;
  point: PointState;
  table: boolean;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The displacements in plan. */
export function BearingPlan({ bearing, picture, page, point, table, context, handle }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { times, lines, configs } = bearing;
  const { zone } = context;
  const build = useCallback(
    (one: ChartContext) => drawBearing(picture, { ...one, theme: withPalette(one.theme, configs.palette) }),
    [picture, configs.palette],
  );
  const worst = lines.reduce<(typeof lines)[number] | null>(
    (far, one) => (far && far.res >= one.res ? far : one),
    null,
  );
  const { decimals, unit } = picture;
  const current = formatTime(times.current, zone);
  const title = usePictureTitle(point)(page.title, [times.curves[0], times.current], unit);
  const points = picture.track
    ? [...picture.track.points].reverse().map((one) => ({ ...one, label: formatTime(one.t, zone) }))
    : picture.arrows.map((one) => ({ ...one, label: `${one.label} ${formatTime(one.t, zone)}` }));
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...title}
      sentence={t('northeast.sentence', {
        point: point.name,
        time: current,
        count: points.length,
        max: formatNumber(worst?.res, decimals),
        depth: formatNumber(worst?.depth, 1),
        azimuth: formatNumber(worst?.azimuth, 0),
        unit,
        level: t(`common:level.${pointMark(point.level, point.time)}`),
      })}
      twin={() => ({
        columns: [
          { title: picture.track ? t('column.time') : t('nodes.label') },
          { title: `${picture.northName} ${unit}` },
          { title: `${picture.eastName} ${unit}` },
        ],
        rows: points.map((one) => [one.label, formatNumber(one.north, decimals), formatNumber(one.east, decimals)]),
      })}
      showTable={table}
    />
  );
}
