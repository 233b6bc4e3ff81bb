import { type ComponentType, lazy } from 'react';
import type { PageSlug, PointState } from './types';
import type { ViewProps } from './view';

export interface View {
  slug: PageSlug;
  /** Key of the tab's word in the texts of this feature. */
  titleKey: 'view.line' | 'view.table' | 'view.profile' | 'view.component' | 'view.gnss' | 'view.camera';
  /** Layout: studio keeps the tree open, profile gives its room to the node table. */
  archetype: 'studio' | 'profile' | 'table';
  Component: ComponentType<ViewProps>;
}

const component = lazy(() => import('../views/component-view'));

/** Every data view that the server can name: the type holds this list against the API. */
const views: Record<PageSlug, Omit<View, 'slug'>> = {
  'adm-profile': {
    titleKey: 'view.profile',
    archetype: 'profile',
    Component: lazy(() => import('../views/profile-view')),
  },
  'adm-prop': { titleKey: 'view.component', archetype: 'studio', Component: component },
  'adm-prop-horizontal': { titleKey: 'view.component', archetype: 'studio', Component: component },
  'adm-data': {
    titleKey: 'view.table',
    archetype: 'table',
    Component: lazy(() => import('../views/array-table-view')),
  },
  'gnss-chart': { titleKey: 'view.gnss', archetype: 'studio', Component: lazy(() => import('../views/gnss-view')) },
  'hda-chart': { titleKey: 'view.line', archetype: 'studio', Component: lazy(() => import('../views/line-view')) },
  'hda-data': {
    titleKey: 'view.table',
    archetype: 'table',
    Component: lazy(() => import('../views/scalar-table-view')),
  },
  camera: { titleKey: 'view.camera', archetype: 'table', Component: lazy(() => import('../views/camera-view')) },
};

/** viewsOf lists the views of a point; the first one is its default page. */
export function viewsOf(point: Pick<PointState, 'pages'>): View[] {
  return point.pages.map((slug) => ({ slug, ...views[slug] }));
}

/** pathOf is the address of a view of a point, with the range that is looked at. */
export function pathOf(
  projectId: number,
  point: Pick<PointState, 'id' | 'structureId' | 'pages'>,
  slug?: string,
  search = '',
): string {
  const page = slug ?? point.pages[0] ?? 'hda-chart';
  return `/projects/${projectId}/monitor-new/structures/${point.structureId}/mps/${point.id}/${page}${search}`;
}

/** rangeSearch is the part of an address that another view of the same point takes over. */
export function rangeSearch(search: URLSearchParams): string {
  const range = search.get('range');
  return range === null ? '' : `?range=${range}`;
}
