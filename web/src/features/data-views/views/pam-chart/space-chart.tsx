import { type Ref, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartHandle } from '@/entities/chart/chart-view';
import type { ChartContext } from '@/entities/chart/chart-words';
import { curveColor } from '@/entities/scene/drawing';
import { SceneView } from '@/entities/scene/scene-view';
import { type Camera, cameraText } from '@/entities/scene/space';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { NodeTip } from '../../components/node-tip';
import type { PipeSurvey } from '../../model/pipe';
import type { PointState } from '../../model/types';
import type { Page } from '../../model/view';
import type { ViewState } from '../../model/view-state';
import { usePictureTitle } from '../../queries/picture-title';
import type { PipeSpace } from './space';

interface Props {
  space: PipeSpace;
  camera: Camera;
  surveys: readonly PipeSurvey[];
  page: Page;
  point: PointState;
  table: boolean;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
  handle: Ref<ChartHandle>;
}

/** The pipe in space at the compared surveys. */
export default function PipeSpaceChart(props: Props) {
  const { space, camera, surveys, page, point, table, change, context, handle } = props;
  const { t } = useTranslation('data-views');
  const { zone, theme } = context;
  const { scene, middle, top } = space;
  const texts = useMemo(
    () => ({
      right: t('pipe.space.axis', { name: 'E' }),
      up: t('pipe.space.axis', { name: 'N' }),
      depth: t('pipe.space.depth'),
      caption: t('pipe.space.caption', {
        ...{ n: formatNumber(middle.n, 2), e: formatNumber(middle.e, 2), z: formatNumber(top, 2) },
      }),
    }),
    [t, middle, top],
  );
  const painting = useMemo(() => ({ scene, texts, context }), [scene, texts, context]);
  const current = scene.curves.at(-1);
  const time = formatTime(current?.t, zone);
  const what = t('pipe.sights.space');
  const title = usePictureTitle(point)(`${page.title} ${what}`, [scene.curves[0]?.t, current?.t], 'm');
  const nodeAt = (t: number, no: number) => surveys.find((one) => one.time === t)?.nodes.find((node) => node.no === no);
  return (
    <SceneView
      handle={handle}
      painting={painting}
      camera={camera}
      onCamera={(next) => change({ view: cameraText(next) })}
      picked={null}
      tip={({ curve, node }) => {
        const shown = nodeAt(curve.t, node.no);
        return (
          <NodeTip
            head={`${t('pipe.chainage')} ${formatNumber(shown?.chainage, 1)} m · ${formatTime(curve.t, zone)}`}
            color={curveColor(curve, theme)}
            lines={(['n', 'e', 'z'] as const).map((key) => [`${t(`pipe.column.${key}`)} (m)`, shown?.[key] ?? null])}
            decimals={3}
          />
        );
      }}
      hint={t('space.hint')}
      help={t('space.help')}
      {...title}
      sentence={t('pipe.space.sentence', { point: point.name, time, count: scene.curves.length })}
      twin={() => ({
        columns: [
          { title: `${t('pipe.chainage')} m`, align: 'right' as const },
          ...scene.curves.flatMap(({ t: at }) =>
            (['n', 'e', 'z'] as const).map((key) => ({
              title: `${formatTime(at, zone, 'list')} ${t(`pipe.column.${key}`)}`,
              align: 'right' as const,
            })),
          ),
        ],
        rows: (current?.nodes ?? []).map(({ no }) => [
          formatNumber(nodeAt(current?.t ?? 0, no)?.chainage, 1),
          ...scene.curves.flatMap(({ t: at }) =>
            (['n', 'e', 'z'] as const).map((key) => formatNumber(nodeAt(at, no)?.[key], 3)),
          ),
        ]),
      })}
      showTable={table}
      missing={<PanelEmpty title={t('space.missing')} hint={t('pipe.space.missing')} />}
    />
  );
}
