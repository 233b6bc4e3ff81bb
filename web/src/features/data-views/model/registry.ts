import { type ComponentType, lazy } from 'react';
import type { PointState } from './types';
import type { ViewProps } from './view';

export interface View {
  slug: string;
  /** Key of the tab's word in the texts of this feature. */
  titleKey: 'view.line' | 'view.table' | 'view.profile' | 'view.component' | 'view.gnss';
  /** Layout: studio keeps the tree open, profile gives its room to the node table. */
  archetype: 'studio' | 'profile' | 'table';
  Component: ComponentType<ViewProps>;
}

/** Every data view by its slug. A new view is a line here and a component that gets its data by `queries`. */
export const views: readonly View[] = [
  {
    slug: 'adm-profile',
    titleKey: 'view.profile',
    archetype: 'profile',
    Component: lazy(() => import('../views/profile-view')),
  },
  {
    slug: 'adm-prop',
    titleKey: 'view.component',
    archetype: 'studio',
    Component: lazy(() => import('../views/component-view')),
  },
  {
    slug: 'adm-data',
    titleKey: 'view.table',
    archetype: 'table',
    Component: lazy(() => import('../views/array-table-view')),
  },
  {
    slug: 'gnss-chart',
    titleKey: 'view.gnss',
    archetype: 'studio',
    Component: lazy(() => import('../views/gnss-view')),
  },
  {
    slug: 'hda-chart',
    titleKey: 'view.line',
    archetype: 'studio',
    Component: lazy(() => import('../views/line-view')),
  },
  {
    slug: 'hda-data',
    titleKey: 'view.table',
    archetype: 'table',
    Component: lazy(() => import('../views/scalar-table-view')),
  },
];

/** viewsOf lists the views that a point supports; the first one is its default page. */
export function viewsOf(point: Pick<PointState, 'pages'>): View[] {
  return views.filter((view) => point.pages.includes(view.slug));
}

/** pathOf is the address of a view of a point. */
export function pathOf(
  projectId: number,
  point: Pick<PointState, 'id' | 'structureId' | 'pages'>,
  slug?: string,
): string {
  const page = slug ?? viewsOf(point)[0]?.slug ?? 'hda-chart';
  return `/projects/${projectId}/monitor-new/structures/${point.structureId}/mps/${point.id}/${page}`;
}
