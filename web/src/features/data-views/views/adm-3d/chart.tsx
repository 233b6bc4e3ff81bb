import { type Ref, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { pointMark } from '@/entities/alert/mark';
import type { ChartHandle } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { withPalette } from '@/entities/chart/palette';
import { sameNode } from '@/entities/chart/profile-nodes';
import { curveColor } from '@/entities/scene/drawing';
import type { Scene, SceneTexts } from '@/entities/scene/scene';
import { SceneView } from '@/entities/scene/scene-view';
import { cameraText } from '@/entities/scene/space';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { NodeTip } from '../../components/node-tip';
import { nodeName } from '../../model/node-name';
import { pathOf } from '../../model/registry';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ViewState } from '../../model/view-state';
import { usePictureTitle } from '../../queries/picture-title';
import { resOf } from './model';
import type { Space } from './use-space';

interface Props {
  space: Space;
  scene: Scene;
  texts: SceneTexts;
  page: Page;
  point: PointState;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  picked: number | null;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The array in space at the compared times. */
export function SpaceChart({ space, scene, texts, page, point, state, change, picked, context, handle }: Props) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { search } = useLocation();
  const { times, lines, configs, camera, decimals } = space;
  const { zone } = context;
  const painting = useMemo(
    () => ({ scene, texts, context: { ...context, theme: withPalette(context.theme, configs.palette) } }),
    [scene, texts, context, configs.palette],
  );
  const { theme } = painting.context;
  const unit = point.field?.unit ?? 'mm';
  const current = formatTime(times.current, zone);
  const title = usePictureTitle(point)(page.title, [times.curves[0], times.current], unit);
  const worst = lines.reduce<(typeof lines)[number] | null>(
    (far, one) => ((far?.res ?? 0) >= (one.res ?? 0) ? far : one),
    null,
  );
  const profile = point.pages.includes('adm-profile') ? pathOf(point.projectId, point, 'adm-profile', search) : null;
  return (
    <SceneView
      handle={handle}
      painting={painting}
      camera={camera}
      onCamera={(next) => change({ view: cameraText(next) })}
      picked={picked}
      tip={({ curve, node }) => (
        <NodeTip
          head={`${nodeName(node, t)} ${formatTime(curve.t, zone)}`}
          color={curveColor(curve, theme)}
          lines={[
            [texts.up, node.up],
            ...(texts.right ? [[texts.right, node.right] as const] : []),
            [t('space.axis', { name: t('column.res'), unit }), resOf(node)],
          ]}
          decimals={decimals}
        />
      )}
      hint={t('space.hint')}
      help={t('space.help')}
      {...title}
      sentence={t('space.sentence', {
        point: point.name,
        time: current,
        count: times.curves.length,
        scale: scene.exaggeration,
        max: formatNumber(worst?.res, decimals),
        depth: formatNumber(worst?.depth, 1),
        unit,
        level: t(`common:level.${pointMark(point.level, point.time)}`),
      })}
      twin={() => ({
        columns: [
          { title: t('profile.depth') },
          ...scene.curves.flatMap(({ t: time }) =>
            [texts.up, texts.right].filter(Boolean).map((name) => ({
              title: `${formatTime(time, zone, 'list')} ${name}`,
            })),
          ),
        ],
        rows: lines.map((line) => [
          formatNumber(line.depth, 2),
          ...scene.curves.flatMap(({ nodes }) => {
            const node = nodes.find((one) => sameNode(one, line));
            const parts = texts.right ? [node?.up, node?.right] : [node?.up];
            return parts.map((value) => formatNumber(value, decimals));
          }),
        ]),
      })}
      showTable={state.table}
      missing={
        <PanelEmpty
          title={t('space.missing')}
          hint={t('space.missingHint')}
          action={profile && <Link to={profile}>{t('space.profile')}</Link>}
        />
      }
    />
  );
}
