import { QueryPanel } from '@/ui/states';
import { BaseChoice } from '../../components/base-choice';
import { ChartStage, useStage } from '../../components/chart-stage';
import compared from '../../components/compared.module.css';
import { PipeList, usePipesFile } from '../../components/pipe-list';
import { RangeEmpty } from '../../components/range-empty';
import tables from '../../components/reading-table.module.css';
import { chosenPipe } from '../../model/pipe';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { usePipeSurveys } from '../../queries/pipe';
import { Stations } from './stations';
import styles from './view.module.css';

/** pam-data: the surveys of a pipe, and the stations of the chosen one. */
export default function PipeTableView({ zone, point, page, initial }: ViewProps) {
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const query = usePipeSurveys(point, state, stage.every);
  const list = query.data ?? [];
  const chosen = chosenPipe(list, state.at);
  const save = usePipesFile(zone, point, page.title);
  return (
    <div className={styles.page}>
      <ChartStage
        table
        {...{ stage, zone, state, change, query }}
        busy={query.isFetching && !query.isPending}
        onTable={(format) => save(list, format)}
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
      <Stations zone={zone} chosen={chosen} loading={query.isPending} />
    </div>
  );
}
