import { SectionView } from '../../components/section-view';
import type { ViewProps } from '../../model/view';
import { LatestOfPairs } from './latest';

/** station-convergence: the convergence of the pairs of prisms of a section over time, and the last ones as bars. */
export default function ConvergenceView(props: ViewProps) {
  const { point, page } = props;
  return (
    <SectionView {...props} kind="convergence" second={(data) => <LatestOfPairs {...{ ...data, point, page }} />} />
  );
}
