import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartContext } from '@/entities/chart/chart-words';
import { useChartContext } from '@/entities/chart/use-chart-context';
import { formatTime } from '@/ui/format/time';
import type { ComparedTimes } from '../model/compared-times';
import type { SectionKind } from '../model/section';
import { sectionRecipe, sectionTable } from '../model/section';
import type { TableFormat } from '../model/table';
import type { ViewProps } from '../model/view';
import { useViewState, type ViewState } from '../model/view-state';
import { useComparedTimes } from '../queries/compared';
import { useTreePoints } from '../queries/project';
import { useSaveTable } from '../queries/save-table';
import { type SectionProcess, useSection, useWholeSection } from '../queries/section';
import { useStage } from './chart-stage';
import { ComparedBar } from './compared-stage';
import { OnPage } from './on-page';
import { ProcessFrame } from './process-stage';
import { SectionSide } from './section-side';
import styles from './section-view.module.css';

/** What the second chart of a view draws. */
export interface Second {
  process: SectionProcess & { section: NonNullable<SectionProcess['section']> };
  times: ComparedTimes;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  context: ChartContext;
}

interface Props extends ViewProps {
  kind: SectionKind;
  /** The view compares times along the structure. */
  along?: boolean;
  second?: (data: Second) => ReactNode;
}

const noTimes: number[] = [];
const noNotes: number[] = [];

/** The frame of the pages of sections: sections and their prisms at the left, curves over time, and a second chart below. */
export function SectionView({ kind, along = false, second, zone, point, page, initial }: Props) {
  const { t } = useTranslation(['data-views', 'common']);
  const saveTable = useSaveTable(point, zone);
  const [state, change] = useViewState(point.id, initial);
  const stage = useStage();
  const context = useChartContext(zone);
  const recipe = useMemo(() => sectionRecipe(kind, point), [kind, point]);
  const { all, times } = useComparedTimes(point, state, stage.every, along);
  const compared = along ? times.curves : noTimes;
  const process = useSection({ slug: page.slug, kind, point, state, recipe, every: stage.every, times: compared });
  const points = useTreePoints(point.projectId);
  const save = useWholeSection(points);
  const { section } = process;
  const onTable = (format: TableFormat) =>
    save.mutate(
      { ...process.wanted, section: section?.section ?? '', range: state.range },
      {
        onSuccess: (parts) => {
          const { valueType } = process;
          const heads = { time: t('column.time'), type: t(`common:valueType.${valueType}`), valueType };
          const members = new Set(parts[0]?.charted.map(({ id }) => id));
          saveTable({
            ...{ title: page.title, of: section?.section },
            table: sectionTable(parts, heads, (time) => formatTime(time, zone)),
            range: state.range,
            points: points.filter(({ id }) => members.has(id)),
            format,
          });
        },
      },
    );
  return (
    <div className={styles.page} data-along={along}>
      <OnPage>
        <SectionSide {...{ process, state, change, context, kind, point }} />
      </OnPage>
      <ProcessFrame
        {...{ stage, zone, point, state, change, recipe, process, onTable }}
        noted={section?.charted.map((one) => one.id) ?? noNotes}
        below={second && section && second({ process: { ...process, section }, times, state, change, context })}
      />
      {along && <ComparedBar {...{ zone, all, times, change }} />}
    </div>
  );
}
