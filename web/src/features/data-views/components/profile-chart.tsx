import { type Ref, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { pointMark } from '@/entities/alert/mark';
import { type ChartHandle, ChartView } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { extreme, sameNode } from '@/entities/chart/profile-nodes';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { profilePicture } from '../model/profile';
import type { PointState } from '../model/types';
import type { Page } from '../model/view';
import type { ViewState } from '../model/view-state';
import { usePictureTitle } from '../queries/picture-title';
import type { Profile } from '../queries/profile';

interface Props {
  profile: Pick<Profile, 'drawn' | 'configs' | 'times'>;
  page: Page;
  point: PointState;
  state: ViewState;
  picked: number | null;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The shape at the compared times. */
export function ProfileChart({ profile, page, point, state, picked, context, handle }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { drawn, configs } = profile;
  const { plots } = drawn;
  const { curves, current } = profile.times;
  const { zone } = context;
  const { hidden } = state;
  const build = useCallback(
    (one: ChartContext) => profilePicture(drawn, picked, { hidden }, configs, one, t),
    [drawn, picked, hidden, configs, t],
  );
  const first = plots[0];
  const newest = first?.curves.at(-1)?.nodes ?? [];
  const worst = extreme(newest);
  const picture = usePictureTitle(point)(page.title, [curves[0], current], first?.unit ?? '');
  return (
    <ChartView
      handle={handle}
      build={build}
      context={context}
      {...picture}
      sentence={t('profile.sentence', {
        point: point.name,
        what: first?.name ?? '',
        count: curves.length,
        time: formatTime(current, zone),
        max: formatNumber(worst?.value, first?.decimals),
        depth: formatNumber(worst?.depth, 1),
        unit: first?.unit ?? '',
        level: t(`common:level.${pointMark(point.level, point.time)}`),
      })}
      twin={() => ({
        columns: [{ title: t('profile.depth') }, ...curves.map((one) => ({ title: formatTime(one, zone, 'list') }))],
        rows: newest.map((node) => [
          formatNumber(node.depth, 2),
          ...(first?.curves ?? []).map((curve) =>
            formatNumber(curve.nodes.find((one) => sameNode(one, node))?.value, first?.decimals),
          ),
        ]),
      })}
      showTable={state.table}
    />
  );
}
