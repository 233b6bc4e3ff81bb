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
import { CanvasRenderer } from 'echarts/renderers';
import { zhTW } from './locale-zh-tw';

/** The one place that names the parts of echarts in use, so that the rest stays out of the bundle. */
echarts.use([
  AxisPointerComponent,
  BarChart,
  CanvasRenderer,
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

export type Chart = echarts.ECharts;

export function makeChart(element: HTMLElement, language: string): Chart {
  return echarts.init(element, null, { renderer: 'canvas', locale: locale[language] ?? 'ZH' });
}
