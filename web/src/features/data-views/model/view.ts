import type { ComponentType } from 'react';
import type { Range } from './range';
import type { PageSlug, PointState } from './types';

/** A data view: `views/<slug>/view.ts` exports one as `view`. Its title and longest range are in the server's catalog. */
export interface PointView {
  /** The layout of the page: studio shows the tree of points, profile and table leave its room to the view. */
  layout: 'studio' | 'profile' | 'table';
  /** False: the view is not about values, so the header shows none. */
  values?: false;
  /** Loaded when the view is opened. */
  Component: ComponentType<ViewProps>;
}

/** Props of every view. */
export interface ViewProps {
  projectId: number;
  zone: string;
  point: PointState;
  page: Page;
  /** The range if the address has none. */
  initial: Range;
}

/** A data view in the server's catalog. */
export interface Page {
  slug: PageSlug;
  /** In the language of the screen. */
  title: string;
  /** The longest range of one query in days; 0: no limit. */
  spanDays: number;
}
