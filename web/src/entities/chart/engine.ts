import type { ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { echarts, localeOf } from './parts';

echarts.use([CanvasRenderer]);

export type Chart = ECharts;

export function makeChart(element: HTMLElement, language: string): Chart {
  return echarts.init(element, null, { renderer: 'canvas', locale: localeOf(language) });
}
