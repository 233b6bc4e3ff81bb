import type { Range } from './range';
import type { PageSlug, PointState } from './types';

/** What the page hands to a view. */
export interface ViewProps {
  projectId: number;
  zone: string;
  point: PointState;
  slug: PageSlug;
  /** What is shown while the address names no range. */
  initial: Range;
}
