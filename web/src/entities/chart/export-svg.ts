import type { EChartsOption } from 'echarts';
import { chartTheme } from './chart-theme';
import {
  firstLine,
  lineHeight,
  lineSize,
  margin,
  type PictureText,
  pictureHead,
  titleLine,
  titleSize,
} from './picture-head';
import { fontAttribute, type PictureSize, svgOf } from './svg';

/** chartDrawing draws a chart for a report as SVG: white, below its head. */
export async function chartDrawing(
  option: EChartsOption,
  size: PictureSize,
  facts: PictureText,
  language: string,
): Promise<string> {
  const { title, lines, height: head } = await pictureHead(facts, size.width);
  const { panel, text, text3 } = chartTheme.white;
  const { width, height } = size;
  const whole = `width="${width}" height="${height + head}" viewBox="0 0 ${width} ${height + head}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${whole} ${fontAttribute}>`,
    `<rect width="100%" height="100%" fill="${panel}"/>`,
    `<text x="${margin}" y="${titleLine}" font-size="${titleSize}" font-weight="600" fill="${text}">${escaped(title)}</text>`,
    ...lines.map(
      (line, i) =>
        `<text x="${margin}" y="${firstLine + i * lineHeight}" font-size="${lineSize}" fill="${text3}">${escaped(line)}</text>`,
    ),
    `<g transform="translate(0 ${head})">${svgOf(option, size, language)}</g>`,
    '</svg>',
  ].join('');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
