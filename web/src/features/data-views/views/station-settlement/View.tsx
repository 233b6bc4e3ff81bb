import { SectionAlong } from '../../components/section-along';
import { SectionView } from '../../components/section-view';
import type { ViewProps } from '../../model/view';

/** station-settlement: the settlement of the prisms of a section over time, and along the structure at chosen times. */
export default function SettlementView(props: ViewProps) {
  const { point, page } = props;
  return (
    <SectionView {...props} kind="settlement" along second={(data) => <SectionAlong {...{ ...data, point, page }} />} />
  );
}
