import type { SeriesOption } from 'echarts';
import type { ChartContext } from './chart-words';
import type { NiceAxis } from './nice-axis';
import type { ProfileNode } from './profile-nodes';

/** A narrow plot at the right: a value for each station that should be near zero, with the limit of what is good. */
export interface ProfileStrip {
  name: string;
  nodes: readonly ProfileNode[];
  limit: number;
}

interface Place {
  index: number;
  depthAxis: NiceAxis;
  upwards: boolean;
}

/** Height of a bar in pixels. */
const thick = 3;

/** isBeyond reports whether a station is outside the limit of a strip. */
export const isBeyond = ({ value }: ProfileNode, limit: number) => value !== null && Math.abs(value) > limit;

/** drawStrip draws the values as bars from zero; those beyond the limit stand out. */
export function drawStrip({ name, nodes, limit }: ProfileStrip, place: Place, { theme, words }: ChartContext) {
  const { index, depthAxis, upwards } = place;
  const end = Math.max(1.5 * limit, ...nodes.map(({ value }) => Math.abs(value ?? 0) * 1.05));
  const axis = { type: 'value', gridIndex: index };
  const dashed = (value: number) => ({ xAxis: value, lineStyle: { color: theme.text3, width: 1, type: [4, 4] } });
  return {
    xAxis: {
      ...axis,
      position: 'top',
      min: -end,
      max: end,
      interval: end,
      name,
      nameLocation: 'middle',
      nameGap: 22,
      nameTextStyle: { color: theme.text3, fontSize: 11 },
      axisLabel: {
        color: theme.text3,
        fontSize: 11,
        customValues: [-limit, 0, limit],
        formatter: (v: number) => words.number(v, 0),
      },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      ...axis,
      inverse: !upwards,
      min: depthAxis.min,
      max: depthAxis.max,
      interval: depthAxis.step,
      axisLabel: { show: false },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: theme.grid } },
    },
    series: [
      {
        id: 'strip',
        name,
        type: 'line',
        xAxisIndex: index,
        yAxisIndex: index,
        data: [],
        markLine: {
          ...{ symbol: 'none', silent: true, animation: false, label: { show: false } },
          data: [
            { xAxis: 0, lineStyle: { color: theme.text2, width: 1, type: 'solid' } },
            dashed(-limit),
            dashed(limit),
            ...nodes.flatMap((one) =>
              one.value === null ? [] : [bar(one, isBeyond(one, limit) ? theme.fault : theme.text3)],
            ),
          ] as never[],
        },
      },
    ] as SeriesOption[],
  };
}

/** A bar from zero to the value of a station. */
function bar({ value, depth }: ProfileNode, color: string) {
  return [{ coord: [0, depth], lineStyle: { color, width: thick, type: 'solid' } }, { coord: [value, depth] }];
}
