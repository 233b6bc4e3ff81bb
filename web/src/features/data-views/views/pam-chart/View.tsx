import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import { StageBody, useStage } from '../../components/chart-stage';
import compared from '../../components/compared.module.css';
import { ComparedLegend } from '../../components/compared-legend';
import { ComparedStage } from '../../components/compared-stage';
import { PipeList, usePipesFile } from '../../components/pipe-list';
import { RangeEmpty } from '../../components/range-empty';
import { SceneViews } from '../../components/scene-views';
import { BaseNote, NoInitialNote } from '../../components/stage-notes';
import { colorsOf } from '../../model/compared-times';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { PipeChart } from './chart';
import { PipeShown, SightChoice } from './controls';
import { isChange } from './model';
import { usePipe } from './use-pipe';

// The scene brings the library that draws it.
const PipeSpaceChart = lazy(() => import('./space-chart'));

/** pam-chart: a surveyed pipe in plan and section, how it moved, and how it bends. */
export default function PipeView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const context = useChartContext(zone);
  const stage = useStage();
  const data = usePipe(page.slug, point, state, stage.every);
  const { query, list, all, times, sight, configs, space, camera } = data;
  const save = usePipesFile(zone, point, page.title, state.range);
  const changes = isChange(sight);
  const valueType = changes ? 'accumulated' : 'observed';
  const names = {
    ...{ usual: t('space.usual'), top: t('space.top') },
    ...{ a: t('pipe.space.side'), b: t('pipe.space.along') },
  };
  const none = all.length === 0 || (changes && point.noInitial && state.base === null);
  return (
    <ComparedStage
      {...{ stage, zone, state, change, query, all, times }}
      busy={query.isFetching && !query.isPending}
      onTable={(format) => save(data.surveys, format)}
      controls={<SightChoice sight={sight} barWidth={stage.barWidth} change={change} />}
      end={
        space ? (
          <SceneViews {...{ camera, state, change, names }} />
        ) : (
          <PipeShown
            {...{ sight, configs, change }}
            grounded={data.grounded}
            hidden={state.hidden}
            tight={stage.barWidth < 760}
          />
        )
      }
      side={
        <Panel fill title={t('survey.list')} className={compared.side}>
          {query.isPending ? (
            <PanelSkeleton rows={4} />
          ) : (
            <PipeList
              short
              surveys={list}
              zone={zone}
              point={point}
              selected={times.current}
              onOpen={(at) => change({ at })}
            />
          )}
        </Panel>
      }
    >
      {changes && <NoInitialNote point={point} />}
      <BaseNote base={changes ? state.base : null} zone={zone} onReset={() => change({ base: null })} />
      <ComparedLegend
        times={{ ...times, base: state.base }}
        context={context}
        change={change}
        based={changes}
        {...(space && { colors: colorsOf(times) })}
      />
      <div className={compared.plot}>
        <div className={sight === 'plan' ? compared.plan : compared.whole} data-table={state.table}>
          <StageBody
            error={query.data ? null : query.error}
            onRetry={query.refetch}
            loading={query.isPending}
            rows={8}
            empty={none ? <RangeEmpty {...{ point, zone, change, valueType }} range={state.range} /> : null}
          >
            {() =>
              space ? (
                <Suspense fallback={<PanelSkeleton rows={8} />}>
                  <PipeSpaceChart
                    {...{ space, camera, page, point, change, context }}
                    surveys={data.surveys}
                    table={state.table}
                    handle={stage.chart}
                  />
                </Suspense>
              ) : (
                <PipeChart {...{ data, page, point, context }} table={state.table} handle={stage.chart} />
              )
            }
          </StageBody>
        </div>
      </div>
    </ComparedStage>
  );
}
