/**
 * pixelRatioOf is the number of screen pixels per px of an element. A wall is zoomed with CSS: a canvas that did not
 * count the zoom would be enlarged and soft.
 */
export function pixelRatioOf(element: HTMLElement): number {
  const zoom = (element as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
  return window.devicePixelRatio * zoom;
}
