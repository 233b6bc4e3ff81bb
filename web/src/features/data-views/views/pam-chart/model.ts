import type { EChartsOption, LineSeriesOption } from 'echarts';
import type { components } from '@/api/schema.gen';
import { frame, limitLines, valueAxis, zeroLine } from '@/entities/chart/axes';
import type { ChartContext } from '@/entities/chart/chart-words';
import { comparedLine } from '@/entities/chart/compared-line';
import { extentOf, niceAxis } from '@/entities/chart/nice-axis';
import { equalScale } from '@/entities/chart/plan-trace';
import { splitByReach, type Threshold, thresholdLines } from '@/entities/chart/threshold-lines';
import { tooltipContent } from '@/entities/chart/tooltip';
import type { PipeNode, PipeSurvey } from '../../model/pipe';
import type { ViewTexts } from '../../model/process-picture';
import type { ViewState } from '../../model/view-state';

/** What the chart of a pipe shows. */
export const sights = ['plan', 'section', 'space', 'horizontal', 'vertical', 'bend'] as const;
export type Sight = (typeof sights)[number];

export const sightOf = ({ mode }: Pick<ViewState, 'mode'>): Sight => sights.find((one) => one === mode) ?? 'plan';

/** changes reports whether a sight depends on the base. */
export const isChange = (sight: Sight) => sight === 'horizontal' || sight === 'vertical';

const looks = {
  plan: { key: 'n', unit: 'm', decimals: 2 },
  section: { key: 'z', unit: 'm', decimals: 3 },
  space: { key: 'z', unit: 'm', decimals: 3 },
  horizontal: { key: 'dh', unit: 'mm', decimals: 2 },
  vertical: { key: 'dz', unit: 'mm', decimals: 2 },
  bend: { key: 'radius', unit: 'm', decimals: 0 },
} as const;

export const lookOf = (sight: Sight) => looks[sight];

/** One survey as a curve: what lies across, and the value; the node for its description. */
export interface PipeCurve {
  t: number;
  spots: { across: number | null; value: number | null; node: PipeNode }[];
}

export function pipeCurves(surveys: readonly PipeSurvey[], times: readonly number[], sight: Sight): PipeCurve[] {
  const { key } = lookOf(sight);
  return times.flatMap((time) => {
    const survey = surveys.find((one) => one.time === time);
    if (!survey) return [];
    const spots = survey.nodes.map((node) => ({
      across: sight === 'plan' ? node.e : node.chainage,
      value: node[key],
      node,
    }));
    return [{ t: time, spots }];
  });
}

/** spotAt is what a survey has at a chainage; surveys of different steps have other nodes. */
export const spotAt = ({ spots }: PipeCurve, chainage: number) =>
  spots.find(({ node }) => Math.abs(node.chainage - chainage) < 0.005);

export type GroundStation = components['schemas']['PointGroundStation'];

/** groundAt is the elevation of the ground at a chainage, straight between its places; null beyond them. */
export function groundAt(line: readonly GroundStation[], chainage: number): number | null {
  const next = line.findIndex((one) => one.chainage >= chainage);
  const [before, after] = [line[next - 1], line[next]];
  if (!after) return null;
  if (after.chainage === chainage) return after.elevation;
  if (!before) return null;
  const share = (chainage - before.chainage) / (after.chainage - before.chainage);
  return before.elevation + share * (after.elevation - before.elevation);
}

export interface PipeDrawing {
  sight: Sight;
  curves: readonly PipeCurve[];
  /** Of ΔZ; null: not drawn. */
  threshold: Threshold | null;
  /** Smallest radius that is allowed, m; 0: not set or not drawn. */
  minRadius: number;
  /** The ground above, in a longitudinal section; empty: not known or not drawn. */
  ground: readonly GroundStation[];
  words: { across: string; value: string; chainage: string; limit: string; ground: string; cover: string };
}

/** pipePlot draws a pipe in plan, in its longitudinal section, or a quantity along its chainage. */
export function pipePlot(drawing: PipeDrawing, context: ChartContext): EChartsOption {
  const { sight, curves, threshold, minRadius, ground, words } = drawing;
  const { theme, words: text, narrow } = context;
  const base = frame(context);
  const { unit, decimals } = lookOf(sight);
  const values = extentOf([
    ...curves.flatMap(({ spots }) => spots.map((spot) => spot.value)),
    ...(isChange(sight) ? [0] : []),
    ...(minRadius > 0 ? [minRadius] : []),
    ...ground.map(({ elevation }) => elevation),
  ]);
  const limits = splitByReach(threshold ? thresholdLines(threshold, values) : [], values).drawn;
  const across = extentOf(curves.flatMap(({ spots }) => spots.map((spot) => spot.across)));
  const equal = sight === 'plan' ? equalScale(planSpots(curves), decimals) : null;
  const axis = equal?.north ?? niceAxis(...extentOf([...values, ...limits.map((one) => one.value)]), 6, decimals);
  const below = equal?.east ?? { ...niceAxis(...across, narrow ? 4 : 8, 1), min: across[0], max: across[1] };
  const vertical = valueAxis(context, axis, `${words.value} (${unit})`);
  const color = theme.palette[0] as string;
  const radiusLine = {
    yAxis: minRadius,
    lineStyle: { color: theme.levelFill[4], width: 1, type: [6, 4] },
    label: {
      ...{ position: 'insideStartTop' as const, distance: 4, fontSize: 11, fontWeight: 600 },
      color: theme.levelInk[4],
      formatter: `${words.limit} ${text.number(minRadius, 0)} m`,
    },
  };
  return {
    ...base,
    grid: { left: equal ? 84 : narrow ? 56 : 68, right: 24, top: 44, bottom: 48 },
    xAxis: {
      ...{ type: 'value', min: below.min, max: below.max, interval: below.step },
      name: `${words.across} (m)`,
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: { color: theme.text3, fontSize: 11 },
      axisLabel: {
        ...{ color: theme.text3, fontSize: 11, hideOverlap: true },
        formatter: (v: number) => text.number(v, below.decimals),
      },
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.lineCtl } },
      axisTick: { show: false },
      splitLine: { show: equal !== null, lineStyle: { color: theme.grid } },
    },
    yAxis:
      sight === 'bend'
        ? { ...vertical, type: 'log', ...radiusRange(values), interval: undefined }
        : { ...vertical, nameTextStyle: { ...vertical.nameTextStyle, padding: [0, 0, 0, -52] } },
    tooltip: {
      ...(base.tooltip as object),
      trigger: equal ? 'item' : 'axis',
      formatter: ((params: unknown) => {
        const list = Array.isArray(params) ? params : [params];
        const i = (list[0] as { dataIndex?: number } | undefined)?.dataIndex ?? -1;
        const node = curves.at(-1)?.spots[i]?.node;
        return tooltipContent({
          head: node ? `${words.chainage} ${text.number(node.chainage, 1)} m` : '',
          lines: [...curves].reverse().map((curve) => ({
            ...{ color, unit, name: text.time(curve.t).slice(0, 10) },
            value: text.number(node && spotAt(curve, node.chainage)?.value, decimals),
          })),
          remarks: coverOf(drawing, node, text),
        });
      }) as never,
    },
    series: [
      ...curves.map(({ t, spots }, index) => ({
        ...comparedLine(
          {
            ...{ t, index, count: curves.length },
            data: spots.map(({ across: x, value }) => [x ?? Number.NaN, value ?? Number.NaN]),
            lines: [
              ...(isChange(sight) ? zeroLine(context, axis) : []),
              ...limitLines(context, limits, decimals),
              ...(minRadius > 0 && sight === 'bend' ? [radiusLine] : []),
            ],
          },
          context,
        ),
        ...(equal ? { symbolSize: 4 } : { showSymbol: false }),
      })),
      ...(ground.length > 0 ? [groundSeries(ground, words.ground, context)] : []),
    ],
  };
}

/** groundSeries is the line of the ground, named at its start. */
function groundSeries(line: readonly GroundStation[], name: string, { theme }: ChartContext): LineSeriesOption {
  const label = { show: true, position: 'top' as const, color: theme.text2, fontSize: 11, align: 'left' as const };
  return {
    id: 'ground',
    type: 'line',
    ...{ silent: true, z: 1, symbol: 'circle', symbolSize: 0.1 }, // a label needs a symbol
    lineStyle: { color: theme.text2, width: 1.2 },
    areaStyle: { color: theme.text3, opacity: 0.08, origin: 'start' },
    tooltip: { show: false },
    data: line.map(({ chainage, elevation }, i) => ({
      value: [chainage, elevation],
      ...(i === 0 ? { label: { ...label, formatter: name } } : {}),
    })),
  };
}

/** coverOf says how deep the newest survey has a node below the ground. */
function coverOf({ ground, words }: PipeDrawing, node: PipeNode | undefined, text: ChartContext['words']): string[] {
  const above = node ? groundAt(ground, node.chainage) : null;
  return above === null || node?.z == null ? [] : [`${words.cover} ${text.number(above - node.z, 2)} m`];
}

const planSpots = (curves: readonly PipeCurve[]) =>
  curves.flatMap(({ t, spots }) =>
    spots.flatMap(({ across, value }) =>
      across === null || value === null ? [] : [{ t, east: across, north: value }],
    ),
  );

/** radiusRange spans whole powers of ten. */
export function radiusRange([low, high]: readonly [number, number]): { min: number; max: number } {
  if (!(low > 0)) return { min: 10, max: 10_000 };
  return { min: 10 ** Math.floor(Math.log10(low)), max: 10 ** Math.ceil(Math.log10(Math.max(high, low * 1.01))) };
}

/** drawingOf chooses what a sight shows of the surveys; without thresholds no limit is drawn. */
export function drawingOf(
  surveys: readonly PipeSurvey[],
  times: readonly number[],
  sight: Sight,
  thresholds: readonly Threshold[] | null,
  ground: readonly GroundStation[],
  t: ViewTexts,
): PipeDrawing {
  const last = surveys.find(({ time }) => time === times.at(-1));
  const ofZ = thresholds?.find(({ field, valueType }) => field === 'z' && valueType === 'accumulated') ?? null;
  return {
    sight,
    curves: pipeCurves(surveys, times, sight),
    threshold: sight === 'vertical' ? ofZ : null,
    minRadius: sight === 'bend' && thresholds ? (last?.minRadius ?? 0) : 0,
    ground: sight === 'section' ? ground : [],
    words: {
      across: t(sight === 'plan' ? 'pipe.column.e' : 'pipe.chainage'),
      value: t(`pipe.column.${lookOf(sight).key}`),
      chainage: t('pipe.chainage'),
      limit: t('pipe.minRadius'),
      ground: t('pipe.ground'),
      cover: t('pipe.cover'),
    },
  };
}
