import { useMemo } from 'react';
import { ProcessStage } from '../../components/process-stage';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { useLatestReading } from '../../queries/readings';
import { sectionRecipe } from './model';

/** gdm-capture: the main field of a gateway over time, at its nodes that moved most. */
export default function SectionView({ zone, point, page, initial }: ViewProps) {
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const latest = useLatestReading(point.id);
  const recipe = useMemo(() => sectionRecipe(point, fields, latest.data), [point, fields, latest.data]);
  return <ProcessStage slug={page.slug} zone={zone} point={point} state={state} change={change} recipe={recipe} />;
}
