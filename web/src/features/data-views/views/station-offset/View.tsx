import { SectionAlong } from '../../components/section-along';
import { SectionView } from '../../components/section-view';
import type { ViewProps } from '../../model/view';

/** station-offset: how far prisms have moved across the reference line over time, and along the structure at chosen times. */
export default function OffsetView(props: ViewProps) {
  const { point, page } = props;
  return (
    <SectionView {...props} kind="offset" along second={(data) => <SectionAlong {...{ ...data, point, page }} />} />
  );
}
