import type { EChartsOption, SeriesOption } from 'echarts';
import { SVGRenderer } from 'echarts/renderers';
import { chartFont } from './chart-theme';
import { echarts, localeOf } from './parts';
import { withoutBrush } from './without-brush';

echarts.use([SVGRenderer]);

export interface PictureSize {
  width: number;
  height: number;
}

/** svgOf renders a chart as an SVG document outside a browser, without the brush and the pointer effects. */
export function svgOf(option: EChartsOption, { width, height }: PictureSize, language: string): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, locale: localeOf(language), width, height });
  try {
    const { dataZoom: _, tooltip: __, axisPointer: ___, ...still } = withoutBrush(option);
    chart.setOption({ ...still, series: [still.series ?? []].flat().map(packed) });
    return plain(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

/**
 * plain removes what only a web page needs, and the font of each text, which the picture names once. echarts does not
 * escape the quotation marks in it, which makes the XML invalid.
 */
function plain(svg: string): string {
  return svg
    .replaceAll(`font-family:${chartFont};`, '')
    .replaceAll(chartFont, '@')
    .replaceAll(/font: \w+ (\w+) ([\d.]+px) @/g, 'font-size:$2;font-weight:$1;')
    .replaceAll(/ (class="zr[^"]*"|pointer-events="visible")/g, '');
}

/** The font of a whole picture, as an attribute. */
export const fontAttribute = `font-family="${chartFont.replaceAll('"', "'")}"`;

/** packed stores a long line as plain numbers, which echarts uses without inspecting each sample. */
function packed(series: SeriesOption): SeriesOption {
  const data = series.data as readonly (readonly [number, number | null])[] | undefined;
  if (series.type !== 'line' || !data || data.length < 100) return series;
  const numbers = new Float64Array(data.length * 2);
  data.forEach(([x, y], i) => {
    numbers[2 * i] = x;
    numbers[2 * i + 1] = y ?? Number.NaN;
  });
  return { ...series, data: numbers, dimensions: ['x', 'y'] } as SeriesOption;
}
