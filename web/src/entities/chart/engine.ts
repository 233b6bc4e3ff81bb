import type { ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { pixelRatioOf } from '@/ui/pixel-ratio';
import { echarts, localeOf } from './parts';

echarts.use([CanvasRenderer]);

export type Chart = ECharts;

export function makeChart(element: HTMLElement, language: string): Chart {
  const devicePixelRatio = pixelRatioOf(element);
  return echarts.init(element, null, { renderer: 'canvas', locale: localeOf(language), devicePixelRatio });
}
