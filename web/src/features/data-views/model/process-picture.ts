import type { TFunction } from 'i18next';
import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { Sample } from '@/entities/chart/gaps';
import { withPalette } from '@/entities/chart/palette';
import type { ProcessPlot, ProcessSeries } from '@/entities/chart/process-chart';
import { processLine } from '@/entities/chart/process-line';
import { windArrows } from '@/entities/chart/wind';
import { curves, marksOf } from './process-model';
import { thresholdOf } from './profile-rows';
import type { PointState, SeriesAnswer, ValueType } from './types';
import type { ViewState } from './view-state';

/** The contents and options of a time-series view. Memoize it: a new recipe renders again. */
export interface ProcessRecipe {
  /** Fields of the left axis, or one plot each when stacked. */
  fields: string[];
  /** Fields of the right axis. */
  right: string[];
  /** Nodes of an array; empty for a point without. */
  nodes: number[];
  /** One plot below the other, each with its own axis, instead of one. */
  stacked: boolean;
  /** Fields of each plot, of one unit, where plots have several; otherwise stacked plots have one field each. */
  plots?: readonly (readonly string[])[];
  /** Value types to choose from, the default first. */
  types: readonly ValueType[];
  /** Fields drawn with dashes. */
  dashed: readonly string[];
  /** Readings are single visits: each has a dot, and lines join them however long there was none. */
  visits?: boolean;
  /** Sums along an array as the part of each segment: neither limits nor levels are of them. */
  segment?: boolean;
  /** Transforms curves before drawing: smoothing. */
  refine?: (series: ProcessSeries[]) => ProcessSeries[];
}

export type ViewTexts = TFunction<['data-views', 'common', 'charts']>;

/**
 * valueTypeOf returns the value type of a view: the requested one, that of the point's chart settings, or the first.
 */
export function valueTypeOf({ types }: ProcessRecipe, asked: string | null, configs: ChartConfigs): ValueType {
  const offered = (name: string | null | undefined) => types.find((one) => one === name);
  return offered(asked) ?? offered(configs.valueType) ?? types[0] ?? 'observed';
}

interface Source {
  answer: SeriesAnswer;
  /** Every reading of the part in view. */
  detail: SeriesAnswer | null;
  recipe: ProcessRecipe;
  valueType: ValueType;
  point: PointState;
  configs: ChartConfigs;
}

export interface ProcessParts {
  plots: ProcessPlot[];
  right: ProcessSeries[];
  /** Name of the right axis without unit; by default that of its first curve. */
  rightName?: string;
  all: ProcessSeries[];
}

const arrowsOf = (directions?: readonly Sample[]): ProcessPlot['above'] =>
  directions && ((chart, place, context) => windArrows(directions, chart, place, context));

/** processParts makes plots and curves of what the server returned. */
export function processParts(
  { answer, detail, recipe, valueType, point, configs }: Source,
  t: ViewTexts,
): ProcessParts {
  const drawn = curves(answer, detail, valueType, t, new Set(recipe.dashed));
  const exact = drawn.map((one) => ({
    ...one,
    decimals: configs.decimals ?? one.decimals,
    ...(recipe.visits ? { gaps: [], dots: true, samples: one.samples.filter(([, value]) => value !== null) } : {}),
  }));
  const all = recipe.refine ? recipe.refine(exact) : exact;
  const of = (fields: readonly string[]) => all.filter((s) => fields.includes(s.key.split(':')[0] ?? ''));
  const plot = (series: ProcessSeries[], label: string, field: string): ProcessPlot => ({
    axisName: label,
    series,
    threshold: valueType === 'change' ? null : thresholdOf(answer.thresholds, field, valueType),
    level: series.length === 1 && field === point.field?.name && !recipe.segment ? point.level : null,
    above: field === 'windSpeed' ? arrowsOf(all.find((one) => one.wind)?.samples) : undefined,
  });
  const labelOf = (name: string) => answer.fields.find((f) => f.name === name)?.label ?? name;
  const typeName = t(`common:valueType.${valueType}`);
  const left = recipe.fields;
  const plots = recipe.stacked
    ? (recipe.plots ?? left.map((name) => [name])).map((names) =>
        plot(of(names), names.map(labelOf).join('·'), names[0] ?? ''),
      )
    : [plot(of(left), left.length === 1 ? `${labelOf(left[0] ?? '')}·${typeName}` : typeName, left[0] ?? '')];
  return { plots, right: of(recipe.right), all };
}

/** Reports whether thresholds are drawn: those hidden by the point's settings are shown on request. */
export function showsThresholds(hidden: readonly string[], configs: ChartConfigs): boolean {
  return !hidden.includes('thresholds') && (configs.showThreshold !== false || hidden.includes('-thresholds'));
}

/** processPicture is the chart of a process-line view. */
export function processPicture(
  parts: ProcessParts,
  answer: Pick<SeriesAnswer, 'start' | 'end' | 'first' | 'marks' | 'notes'>,
  { hidden, window }: Pick<ViewState, 'hidden' | 'window'>,
  configs: ChartConfigs,
  context: ChartContext,
  t: ViewTexts,
) {
  return processLine(
    {
      plots: parts.plots,
      right: parts.right,
      rightName: parts.rightName,
      range: [answer.start, answer.end],
      marks: marksOf(answer.marks, (kind) => t(`mark.${kind as 'shift'}`, { defaultValue: kind })),
      notes: hidden.includes('notes') ? undefined : answer.notes,
      showThresholds: showsThresholds(hidden, configs),
      showMarks: !hidden.includes('marks'),
      showGaps: !hidden.includes('gaps'),
      showAbnormal: !hidden.includes('abnormal'),
      first: answer.first,
      window,
      ends: { min: configs.yMin ?? null, max: configs.yMax ?? null },
    },
    { ...context, theme: withPalette(context.theme, configs.palette) },
  );
}
