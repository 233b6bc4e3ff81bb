import type { EChartsOption } from 'echarts';
import { zoneShift } from '@/ui/format/zoned';
import { frame, timeAxis, valueAxis } from './axes';
import { levelSymbol } from './chart-theme';
import type { ChartContext } from './chart-words';
import { breakAtGaps, type Gap, type Sample } from './gaps';
import { extentOf, niceAxis } from './nice-axis';
import { textWidth } from './text-width';
import { splitByReach, type Threshold, type ThresholdLine, thresholdLines } from './threshold-lines';

/**
 * The small chart of an alert: the curve around the event, its limits named at the right edge, and the readings
 * that changed its level with the shapes of the levels.
 */
export interface Excerpt {
  name: string;
  unit: string;
  decimals: number;
  samples: readonly Sample[];
  gaps: readonly Gap[];
  range: readonly [number, number];
  threshold: Threshold | null;
  /** The readings at which the alert was raised or its level changed, with what is written at them. */
  turns: readonly { t: number; value: number; level: number; text?: string }[];
}

/** The share of the axis that a name occupies. */
const nameHeight = 0.13;

/** The limits to name: of overlapping names the higher level is kept. */
function namedLimits(lines: readonly ThresholdLine[], span: number): Set<ThresholdLine> {
  const named = new Set<ThresholdLine>();
  for (const line of [...lines].sort((a, b) => b.level - a.level)) {
    if ([...named].every(({ value }) => Math.abs(value - line.value) >= nameHeight * span)) named.add(line);
  }
  return named;
}

export function excerptChart(excerpt: Excerpt, context: ChartContext): EChartsOption {
  const { theme, words } = context;
  const zone = zoneShift(context.zone);
  const values = extentOf([...excerpt.samples.map((s) => s[1]), ...excerpt.turns.map(({ value }) => value)]);
  const lines = excerpt.threshold ? thresholdLines(excerpt.threshold, values) : [];
  const { drawn } = splitByReach(lines, values);
  const [low, high] = extentOf([...values, ...drawn.map((l) => l.value)]);
  const axis = niceAxis(low, high, 4, excerpt.decimals);
  const named = namedLimits(drawn, axis.max - axis.min);
  const color = theme.palette[0] as string;
  const text = (line: ThresholdLine) => `${words.level(line.level)} ${words.number(line.value, excerpt.decimals)}`;
  const room = Math.max(0, ...[...named].map((line) => textWidth(text(line), 11))) + 20;
  return {
    ...frame(context),
    tooltip: { show: false },
    grid: { left: 44, right: room, top: 32, bottom: 24 },
    xAxis: timeAxis(context, zone.to(excerpt.range[0]), zone.to(excerpt.range[1]), undefined, 4),
    yAxis: { ...valueAxis(context, axis, `${excerpt.name} (${excerpt.unit})`), nameGap: 14 },
    series: [
      {
        id: 'curve',
        type: 'line',
        silent: true,
        showSymbol: false,
        connectNulls: false,
        lineStyle: { width: 1.6, color },
        data: breakAtGaps(excerpt.samples, excerpt.gaps).map(([t, v]) => [zone.to(t), v]),
        markLine: {
          symbol: 'none',
          silent: true,
          animation: false,
          data: drawn.map((line) => ({
            yAxis: line.value,
            lineStyle: { color: theme.levelFill[line.level], width: 1, type: [6, 4] },
            label: {
              show: named.has(line),
              position: 'end',
              color: theme.levelInk[line.level],
              fontSize: 11,
              fontWeight: 600,
              formatter: text(line),
            },
          })) as never[],
        },
      },
      {
        id: 'turns',
        type: 'scatter' as const,
        silent: true,
        z: 4,
        symbolSize: 12,
        data: excerpt.turns.map(({ t, value, level, text = '' }) => ({
          value: [zone.to(t), value],
          label: {
            show: text !== '',
            formatter: text,
            // Within the grid: at its right are the limits, at its left the numbers of the axis.
            position: t - excerpt.range[0] < (excerpt.range[1] - excerpt.range[0]) / 3 ? 'right' : 'left',
            color: theme.levelInk[level] ?? color,
            backgroundColor: theme.panel,
            padding: [2, 4],
            fontSize: 12,
            fontWeight: 600,
          },
          symbol: levelSymbol[level] ?? 'circle',
          itemStyle: { color: theme.levelFill[level] ?? color, borderColor: theme.panel, borderWidth: 1, opacity: 1 },
        })),
      },
    ],
  };
}
