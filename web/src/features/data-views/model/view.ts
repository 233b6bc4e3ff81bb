import type { PointState } from './types';

/** What the page hands to a view. */
export interface ViewProps {
  projectId: number;
  zone: string;
  point: PointState;
}
