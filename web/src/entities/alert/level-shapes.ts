import { inkOnLevel, type Level, levelFill, type Tokens } from '@/ui/theme/tokens';
import { isLevel, type Mark } from './mark';

/** Outlines of the levels in a box of 16: circle, square, triangle, diamond, octagon. */
export const levelOutline: Record<Level, string> = {
  0: 'M8 2.2a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 0 1 0-11.6Z',
  1: 'M4.2 2.8h7.6a1.4 1.4 0 0 1 1.4 1.4v7.6a1.4 1.4 0 0 1-1.4 1.4H4.2a1.4 1.4 0 0 1-1.4-1.4V4.2a1.4 1.4 0 0 1 1.4-1.4Z',
  2: 'M8 1.6L15 14H1Z',
  3: 'M8 .9L15.1 8L8 15.1L.9 8Z',
  4: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z',
};

/** Glyphs inside the outlines, drawn as strokes: tick, i, ! */
export const levelGlyph: Record<Level, string> = {
  0: 'M5.3 8.3l1.9 1.9L10.8 6',
  1: 'M8 5.1v.01M8 7.4v3.7',
  2: 'M8 6.2v3.4M8 11.8v.01',
  3: 'M8 4.7v3.9M8 11.2v.01',
  4: 'M8 4.4v4.3M8 11.4v.01',
};

/** The bar inside the ring of "not judged", and the dots of the ring of "no data". */
export const notJudgedBar = 'M5.4 8h5.2';
export const noDataDashes = '0.1 2.92';

/** The colors of a marker's edge, and of one without a level. */
type Inks = Pick<Tokens, 'panel' | 'lineStrong'>;

function neutralBody(mark: 'notJudged' | 'noData', { panel, lineStrong }: Inks): string {
  const dots = mark === 'noData' ? ` stroke-dasharray="${noDataDashes}"` : '';
  const bar = mark === 'notJudged' ? `<path d="${notJudgedBar}"/>` : '';
  return `<g fill="${panel}" stroke="${lineStrong}" stroke-width="1.6" stroke-linecap="round"><path d="${levelOutline[0]}"${dots}/>${bar}</g>`;
}

/** The marker as an image for canvases (maps), which cannot hold React elements. */
export function levelPicture(level: Mark, size: number, inks: Inks, stale = false): string {
  const edge = inks.panel;
  const body = !isLevel(level)
    ? neutralBody(level, inks)
    : stale
      ? `<path d="${levelOutline[level]}" fill="${edge}" stroke="${levelFill[level]}" stroke-width="1.4" stroke-dasharray="2.2 1.6"/>`
      : `<path d="${levelOutline[level]}" fill="${levelFill[level]}" stroke="${edge}" stroke-width="1.2"/>` +
        `<path d="${levelGlyph[level]}" fill="none" stroke="${inkOnLevel}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-0.6 -0.6 17.2 17.2">${body}</svg>`;
  return `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
}
