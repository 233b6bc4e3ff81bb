export type Zoom = 'fit' | 'full';

/** Points of a PDF are 1/72 inch, CSS pixels 1/96 inch. */
const full = 96 / 72;
/** Room at both sides of a page, in pixels. */
export const margin = 16;
/** Canvases with more pixels fail on phones. */
const mostPixels = 16_777_216;

/** The scale at which a page (its width in points) is shown in a width in pixels. */
export function scaleFor(zoom: Zoom, pageWidth: number, room: number): number {
  return zoom === 'full' ? full : Math.max(0.1, (room - 2 * margin) / pageWidth);
}

/** How many pixels of the canvas one CSS pixel has: those of the screen, unless the canvas would be too big. */
export function sharpness(width: number, height: number, screen: number): number {
  return Math.min(screen, Math.sqrt(mostPixels / (width * height)));
}

/** The page (from 0) that is read now: the last one that begins above a third of the window. */
export function pageAt(tops: readonly number[], scrolled: number, height: number): number {
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= scrolled + height / 3),
  );
}
