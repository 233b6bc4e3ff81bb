import { SectionView } from '../../components/section-view';
import type { ViewProps } from '../../model/view';

/** station-chord: the lengths of the chords of a section over time. */
export default function ChordView(props: ViewProps) {
  return <SectionView {...props} kind="chord" />;
}
