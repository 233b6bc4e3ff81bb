import type { EChartsOption } from 'echarts';
import { chartTheme } from './chart-theme';
import { head } from './export-png';
import { fontAttribute, type PictureSize, svgOf } from './svg';

/** chartDrawing draws a chart for a report as SVG: white, with a title and a second line above it. */
export function chartDrawing(
  option: EChartsOption,
  size: PictureSize,
  title: string,
  subtitle: string,
  language: string,
): string {
  const { panel, text, text3 } = chartTheme.white;
  const { width, height } = size;
  const whole = `width="${width}" height="${height + head}" viewBox="0 0 ${width} ${height + head}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${whole} ${fontAttribute}>`,
    `<rect width="100%" height="100%" fill="${panel}"/>`,
    `<text x="16" y="23" font-size="15" font-weight="600" fill="${text}">${escaped(title)}</text>`,
    `<text x="16" y="42" font-size="11" fill="${text3}">${escaped(subtitle)}</text>`,
    `<g transform="translate(0 ${head})">${svgOf(option, size, language)}</g>`,
    '</svg>',
  ].join('');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
