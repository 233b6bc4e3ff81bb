import type { ChartContext } from './chart-words';
import type { NiceAxis } from './nice-axis';

/** The ground along a borehole: strata, and levels such as the excavation or the pile toe. Depths in m. */
export interface Ground {
  layers: readonly { name: string; from: number; to: number }[];
  levels: readonly { name: string; depth: number }[];
}

/** Colors of strata, drawn translucent so that they work in both themes. */
const earth = ['#B08D57', '#8A7B5C', '#A0522D', '#6B7F59', '#9A8FA0', '#C2A878'];
const earthOpacity = 0.16;

/** bands returns the strata within the axis as areas, each with its own look. */
function bands(ground: Ground, axis: NiceAxis, look: (index: number) => object) {
  return {
    silent: true,
    animation: false,
    data: ground.layers
      .filter((layer) => layer.from < axis.max && layer.to > axis.min)
      .map((layer, i) => [
        { name: layer.name, yAxis: Math.max(layer.from, axis.min), itemStyle: look(i) },
        { yAxis: Math.min(layer.to, axis.max) },
      ]) as never[],
  };
}

/** strata are bands behind the curves. */
export function strata(ground: Ground, axis: NiceAxis) {
  const look = (index: number) => ({ color: earth[index % earth.length], opacity: earthOpacity });
  return { ...bands(ground, axis, look), z: 0, label: { show: false } };
}

/** strataNames are drawn at the right edge, before the limit lines, which pass behind them. */
export function strataNames(ground: Ground, axis: NiceAxis, { theme }: ChartContext) {
  return {
    ...bands(ground, axis, () => ({ color: 'transparent' })),
    z: 6,
    label: {
      position: 'insideRight' as const,
      color: theme.text2,
      fontSize: 11,
      padding: [1, 3],
      backgroundColor: theme.panel,
      borderRadius: 2,
    },
  };
}
