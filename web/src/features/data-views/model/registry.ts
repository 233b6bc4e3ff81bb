import type { PageSlug, PointState } from './types';
import type { PointView } from './view';

const files = import.meta.glob<PointView>('../views/*/view.ts', { eager: true, import: 'view' });

/** viewOf returns a data view by its slug, which is the name of its folder. */
export function viewOf(slug: string): PointView | undefined {
  return files[`../views/${slug}/view.ts`];
}

/** fitsBoard reports whether a view is a chart that a panel of a board can show; tables, reports and imports are not. */
export function fitsBoard(slug: string): boolean {
  return (viewOf(slug)?.layout ?? 'table') !== 'table';
}

/** pathOf is the address of a view of a point; without a slug it opens the point's default one. */
export function pathOf(
  projectId: number,
  point: Pick<PointState, 'id' | 'structureId' | 'pages'>,
  slug: PageSlug | undefined = point.pages[0],
  search = '',
): string {
  const path = `/projects/${projectId}/monitor-new/structures/${point.structureId}/mps/${point.id}`;
  return (slug ? `${path}/${slug}` : path) + search;
}

/** rangeSearch returns the query parameters that another view of the same point keeps. */
export function rangeSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of ['range', 'known']) {
    const value = search.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
