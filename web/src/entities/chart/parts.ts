import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  AxisPointerComponent,
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { zhTW } from './locale-zh-tw';

/**
 * The only place that names the parts of echarts in use, so that the rest stays out of the bundle. Screens add the
 * canvas renderer, the server the SVG renderer.
 */
echarts.use([
  AxisPointerComponent,
  BarChart,
  DataZoomComponent,
  GraphicComponent,
  GridComponent,
  LabelLayout,
  LineChart,
  MarkAreaComponent,
  MarkLineComponent,
  ScatterChart,
  TooltipComponent,
]);
echarts.registerLocale('zh-TW', zhTW as never);

const locale: Record<string, string> = { zh: 'ZH', en: 'EN', 'zh-TW': 'zh-TW' };

/** localeOf returns echarts' name of a language. */
export const localeOf = (language: string): string => locale[language] ?? 'ZH';

export { echarts };
