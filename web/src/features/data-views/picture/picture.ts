import type { ChartTheme } from '@/entities/chart/chart-theme';
import { fontAttribute, type PictureSize, svgOf } from '@/entities/chart/svg';
import type { Making, Picture } from './making';

const files = import.meta.glob<Picture>('../views/*/picture.ts', { eager: true, import: 'picture' });

/** picture draws a view of a point as an SVG document; null: the view has no chart. */
export function picture(making: Making): string | null {
  const make = files[`../views/${making.request.view}/picture.ts`];
  if (!make) return null;
  const { width, height, language } = making.request;
  const parts = make(making).map(({ option, left, size }) => {
    const drawn = svgOf(option, size({ width, height }), language);
    return drawn.replace('<svg ', `<svg x="${Math.round(left * width)}" y="0" `);
  });
  return framed(parts, { width, height }, making.context.theme);
}

/** framed puts drawn parts on the ground of a theme, as one SVG document. */
export function framed(parts: readonly string[], { width, height }: PictureSize, theme: ChartTheme): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${fontAttribute}>`,
    `<rect width="${width}" height="${height}" fill="${theme.panel}"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}
