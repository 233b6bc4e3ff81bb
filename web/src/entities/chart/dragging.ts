import type { Chart } from './engine';
import { echarts } from './parts';

/** Shorter drags, px, are clicks. */
const shortest = 6;

/** dragging lets people choose a part of the plot: a strip follows the pointer, and its ends are reported on release. */
export function dragging(chart: Chart, listener: () => ((from: number, to: number) => void) | undefined): void {
  const canvas = chart.getZr();
  let begun: number | null = null;
  const strip = new echarts.graphic.Rect({ silent: true, z: 100, style: { fill: '#4E9BF5', opacity: 0.2 } });
  canvas.on('mousedown', ({ offsetX, offsetY }) => {
    if (!listener() || !chart.containPixel({ gridIndex: 0 }, [offsetX, offsetY])) return;
    begun = offsetX;
    strip.setShape({ x: begun, y: 0, width: 0, height: chart.getHeight() });
    canvas.add(strip);
  });
  canvas.on('mousemove', ({ offsetX }) => {
    if (begun !== null) strip.setShape({ x: Math.min(begun, offsetX), width: Math.abs(offsetX - begun) });
  });
  const end = (offsetX: number | null) => {
    const from = begun;
    begun = null;
    canvas.remove(strip);
    if (from === null || offsetX === null || Math.abs(offsetX - from) < shortest) return;
    const at = (x: number) => Number((chart.convertFromPixel({ gridIndex: 0 }, [x, 0]) as number[])[0]);
    listener()?.(at(Math.min(from, offsetX)), at(Math.max(from, offsetX)));
  };
  canvas.on('mouseup', ({ offsetX }) => end(offsetX));
  canvas.on('globalout', () => end(null));
}
