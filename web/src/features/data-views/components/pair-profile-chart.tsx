import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { differenceOf, type PairProfile, pairProfile } from '@/entities/chart/pair-profile';
import { withPalette } from '@/entities/chart/palette';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { pairStatistics } from '../model/pair';
import type { PointState } from '../model/types';
import type { Page } from '../model/view';
import { usePictureTitle } from '../queries/picture-title';

interface Props {
  profile: PairProfile;
  palette: string | undefined;
  page: Page;
  point: PointState;
  table: boolean;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** Two results of an array over depth, and their difference. */
export function PairProfileChart({ profile, palette, page, point, table, context, handle }: Props) {
  const { t } = useTranslation('data-views');
  const build = useCallback(
    (one: ChartContext) => pairProfile(profile, { ...one, theme: withPalette(one.theme, palette) }),
    [profile, palette],
  );
  const { curves, decimals, unit } = profile;
  const last = curves.at(-1);
  const time = formatTime(last?.t, context.zone);
  const title = usePictureTitle(point)(page.title, [last?.t], unit);
  const worst = pairStatistics(last?.nodes ?? []);
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...title}
      sentence={t('pair.sentence', {
        point: point.name,
        time,
        ...{ first: profile.first, second: profile.second, count: last?.nodes.length ?? 0 },
        max: formatNumber(worst?.worst.difference, decimals),
        depth: formatNumber(worst?.worst.depth, 1),
        unit,
      })}
      twin={() => ({
        columns: [
          { title: t('profile.depth') },
          ...[profile.first, profile.second, profile.difference].map((name) => ({ title: `${name} ${unit}` })),
        ],
        rows: (last?.nodes ?? []).map((node) => [
          formatNumber(node.depth, 2),
          ...[node.first, node.second, differenceOf(node)].map((value) => formatNumber(value, decimals)),
        ]),
      })}
      showTable={table}
    />
  );
}
