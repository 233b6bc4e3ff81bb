import type { EChartsOption } from 'echarts';
import { type RefObject, useEffect, useRef } from 'react';
import { useLanguage } from '@/ui/i18n/use-language';
import { dragging } from './dragging';
import { type Chart, makeChart } from './engine';

export interface ChartEvents {
  /** The part in view changed by brush, wheel or drag: shares of the range, 0 to 100. */
  onZoom?: (start: number, end: number) => void;
  /** The picture was double clicked: show all. */
  onReset?: () => void;
  /** A mark, point or curve was clicked. */
  onClick?: (hit: { componentType: string; seriesId?: string; value: unknown; name: string }) => void;
  /** The plot was clicked anywhere: values on the first axes. */
  onPlotClick?: (x: number, y: number) => void;
  /** A part of the plot was chosen by dragging: values on the first horizontal axis, rising. */
  onDrag?: (from: number, to: number) => void;
}

interface ZoomPart {
  start?: number;
  end?: number;
}

/**
 * useEChart manages one echarts instance: creation, size, option, events, disposal. A new option replaces the series
 * but keeps the pointer's state, so live values update without flicker.
 */
export function useEChart(
  element: RefObject<HTMLDivElement | null>,
  option: EChartsOption | null,
  events: ChartEvents = {},
): RefObject<Chart | null> {
  const language = useLanguage();
  const chart = useRef<Chart | null>(null);
  const listeners = useRef(events);
  listeners.current = events;
  const shown = useRef(option);
  shown.current = option;

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const made = makeChart(target, language);
    chart.current = made;
    made.on('datazoom', () => {
      made.dispatchAction({ type: 'hideTip' }); // otherwise it stays at the old reading
      const parts = (made.getOption() as { dataZoom?: ZoomPart[] }).dataZoom;
      const part = parts?.[0];
      if (part?.start !== undefined && part.end !== undefined) listeners.current.onZoom?.(part.start, part.end);
    });
    made.on('click', (hit) => {
      listeners.current.onClick?.({
        componentType: hit.componentType,
        ...(hit.seriesId === undefined ? {} : { seriesId: hit.seriesId }),
        value: hit.value,
        name: hit.name,
      });
    });
    const canvas = made.getZr();
    canvas.on('dblclick', () => listeners.current.onReset?.());
    canvas.on('click', (at) => {
      const pixel = [at.offsetX, at.offsetY];
      if (!listeners.current.onPlotClick || !made.containPixel({ gridIndex: 0 }, pixel)) return;
      const value = made.convertFromPixel({ gridIndex: 0 }, pixel) as number[];
      if (value[0] !== undefined && value[1] !== undefined) listeners.current.onPlotClick(value[0], value[1]);
    });
    dragging(made, () => listeners.current.onDrag);
    if (shown.current) made.setOption(shown.current, { notMerge: true });
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(target);
    return () => {
      watch.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, [element, language]);

  useEffect(() => {
    if (option) chart.current?.setOption(option, { replaceMerge: ['series', 'grid', 'xAxis', 'yAxis', 'graphic'] });
  }, [option]);

  return chart;
}
