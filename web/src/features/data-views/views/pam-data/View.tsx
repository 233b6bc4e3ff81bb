import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import { BaseChoice } from '../../components/base-choice';
import { ChartStage, useStage } from '../../components/chart-stage';
import compared from '../../components/compared.module.css';
import { PipeList, usePipesFile } from '../../components/pipe-list';
import { RangeEmpty } from '../../components/range-empty';
import tables from '../../components/reading-table.module.css';
import { chosenPipe, comparedPipes } from '../../model/pipe';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { usePipeSurveys } from '../../queries/pipe';
import { Comparison, SurveysChoice, useComparedFile } from './compare';
import { Stations } from './stations';
import styles from './view.module.css';

/** pam-data: the surveys of a pipe, and the stations of the chosen one. */
export default function PipeTableView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation('data-views');
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const query = usePipeSurveys(point, state, stage.every);
  const list = query.data ?? [];
  const chosen = chosenPipe(list, state.at);
  const save = usePipesFile(zone, point, page.title, state.range);
  const saveCompared = useComparedFile(zone, point, `${page.title} ${t('profile.compared')}`, state.range);
  const { data } = query;
  const compare = useMemo(() => comparedPipes(data ?? [], state.times), [data, state.times]);
  const comparing = compare.surveys.length > 0;
  const since =
    state.base === null ? t('pipe.sinceInitial') : t('base.relative', { time: formatTime(state.base, zone) });
  return (
    <div className={styles.page}>
      <ChartStage
        table
        {...{ stage, zone, state, change, query }}
        busy={query.isFetching && !query.isPending}
        onTable={(format) => (comparing ? saveCompared(compare, format) : save(list, format))}
        controls={<SurveysChoice {...{ list, zone }} value={state.times} onChange={(times) => change({ times })} />}
      >
        <div className={compared.legend}>
          <div className={compared.base}>
            <BaseChoice
              zone={zone}
              base={state.base}
              reading={chosen?.time ?? null}
              onChange={(base) => change({ base })}
            />
          </div>
        </div>
        <div className={tables.scroll}>
          <QueryPanel
            query={query}
            rows={4}
            isEmpty={(found) => found.length === 0}
            empty={<RangeEmpty {...{ point, zone, change }} valueType="observed" range={state.range} />}
          >
            {(found) => (
              <PipeList
                surveys={found}
                zone={zone}
                point={point}
                selected={chosen?.time}
                onOpen={(at) => change({ at })}
              />
            )}
          </QueryPanel>
        </div>
      </ChartStage>
      {comparing ? (
        <Comparison compared={compare} {...{ zone, since }} />
      ) : (
        <Stations zone={zone} chosen={chosen} loading={query.isPending} />
      )}
    </div>
  );
}
