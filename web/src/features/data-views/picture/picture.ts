import { fontAttribute, svgOf } from '@/entities/chart/svg';
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
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${fontAttribute}>`,
    `<rect width="${width}" height="${height}" fill="${making.context.theme.panel}"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}
