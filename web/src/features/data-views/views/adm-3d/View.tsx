import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { StageBody, useStage } from '../../components/chart-stage';
import styles from '../../components/compared.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedStage } from '../../components/compared-stage';
import { RangeEmpty } from '../../components/range-empty';
import { SceneViews } from '../../components/scene-views';
import { StageNote } from '../../components/stage-notes';
import { colorsOf } from '../../model/compared-times';
import type { TableFormat } from '../../model/table';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useReadingsFile } from '../../queries/series';
import { SpaceChart } from './chart';
import { SpaceChoices } from './controls';
import { SpaceNodes } from './nodes';
import { useSpace } from './use-space';

/** adm-3d: an array in space at chosen times, depth down, with a table of its nodes. */
export default function SpaceView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const file = useReadingsFile();
  const [picked, setPicked] = useState<number | null>(null);
  const space = useSpace(page.slug, point, state, stage.every);
  const { query, all, times, frame, scene, texts } = space;
  const onTable = (format: TableFormat) =>
    file.mutate({
      format,
      pointId: point.id,
      fields: frame ? [frame.up, ...(frame.right === null ? [] : [frame.right])] : [],
      nodes: [],
      valueType: 'accumulated',
      base: state.base,
      includeAbnormal: true,
      interval: point.interval,
      range: state.range,
    });
  const empty = <RangeEmpty point={point} zone={zone} valueType="accumulated" range={state.range} change={change} />;
  const none = all.length === 0 || point.noInitial;
  const names = { usual: t('space.usual'), a: t('space.a'), b: t('space.b'), top: t('space.top') };
  return (
    <ComparedStage
      {...{ stage, zone, state, change, query, all, times, onTable }}
      busy={space.busy}
      controls={<SpaceChoices {...{ space, state, change }} barWidth={stage.barWidth} />}
      end={<SceneViews camera={space.camera} {...{ state, change, names }} />}
      side={<SpaceNodes {...{ space, zone, picked }} onPick={setPicked} />}
    >
      {space.frames[0]?.name === 'ab' && <StageNote>{t('space.noAzimuth')}</StageNote>}
      <ComparedLegend {...{ times, context, change }} colors={colorsOf(times)} palette={space.configs.palette} />
      <div className={styles.plot}>
        <StageBody
          error={all.length > 0 ? null : query.error}
          onRetry={query.refetch}
          loading={space.loading && !none}
          rows={8}
          empty={none && !query.isPending ? empty : null}
        >
          {() =>
            scene &&
            texts && (
              <SpaceChart
                {...{ space, scene, texts, page, point, state, change, picked, context }}
                handle={stage.chart}
              />
            )
          }
        </StageBody>
      </div>
    </ComparedStage>
  );
}
