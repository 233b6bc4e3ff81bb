import type { EChartsOption } from 'echarts';
import type { components } from '@/api/schema.gen';
import type { ChartContext } from '@/entities/chart/chart-words';
import { excerptChart } from '@/entities/chart/excerpt';
import type { Gap } from '@/entities/chart/gaps';
import { profileChart } from '@/entities/chart/profile';
import { svgOf } from '@/entities/chart/svg';
import type { Language } from '@/ui/i18n/languages';
import { thresholdOfApi } from '../model/adapt';
import { framed } from './picture';

/** A line of a curve: x is UTC ms over time, or the depth in m; y is null where there is no value. */
interface Line {
  /** UTC ms of a shape. */
  time: number;
  x: readonly number[];
  y: readonly (number | null)[];
}

/** A curve of a report, with all its data (internal/feature/report/content). */
export interface ReportCurve {
  point: string;
  view: 'process' | 'profile';
  quantity: string;
  unit: string;
  decimals: number;
  zone: string;
  language: Language;
  /** Of the last value; −1: not judged. */
  level: number;
  start: number;
  end: number;
  /** Over time one; over depth the last period and then this one. */
  lines: readonly Line[];
  gaps: readonly Gap[];
  thresholds: readonly components['schemas']['AlarmThreshold'][];
  depthName: string;
  /** Pixels of the chart as on a screen. */
  width: number;
  height: number;
  /** Pixels of the picture for each of them. */
  zoom: number;
}

/** reportCurve draws a curve of a report as an SVG document, with the charts of the screen. */
export function reportCurve(curve: ReportCurve, context: ChartContext): string {
  const size = { width: curve.width, height: curve.height };
  const option = curve.view === 'profile' ? shapes(curve, context) : process(curve, context);
  const drawn = svgOf(option, size, curve.language);
  const whole = { width: size.width * curve.zoom, height: size.height * curve.zoom };
  return framed([`<g transform="scale(${curve.zoom})">`, drawn, '</g>'], whole, context.theme);
}

function process(curve: ReportCurve, context: ChartContext): EChartsOption {
  const [line] = curve.lines;
  const samples = (line?.x ?? []).map((time, i) => [time, line?.y[i] ?? null] as const);
  const last = samples.findLast(([, value]) => value !== null);
  const judged = curve.thresholds.find((t) => t.enable && !t.nodeRange);
  return excerptChart(
    {
      name: `${curve.point} ${curve.quantity}`,
      unit: curve.unit,
      decimals: curve.decimals,
      samples,
      gaps: curve.gaps,
      range: [curve.start, Math.max(curve.end, curve.start + 1)],
      threshold: judged ? thresholdOfApi(judged) : null,
      turns: last
        ? [
            {
              t: last[0],
              value: last[1] as number,
              level: Math.max(curve.level, 0),
              text: context.words.number(last[1], curve.decimals),
            },
          ]
        : [],
    },
    context,
  );
}

function shapes(curve: ReportCurve, context: ChartContext): EChartsOption {
  return profileChart(
    {
      plots: [
        {
          name: `${curve.point} ${curve.quantity}`,
          unit: curve.unit,
          decimals: curve.decimals,
          curves: curve.lines.map(({ time, x, y }) => ({
            t: time,
            name: context.words.time(time).slice(0, 16),
            nodes: x.map((depth, i) => ({ no: i + 1, depth, value: y[i] ?? null })),
          })),
          thresholds: curve.thresholds.filter((t) => t.enable).map(thresholdOfApi),
        },
      ],
      depthName: curve.depthName,
      showThresholds: true,
      picked: null,
    },
    context,
  );
}
