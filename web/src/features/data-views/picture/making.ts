import type { EChartsOption } from 'echarts';
import type { ChartContext } from '@/entities/chart/chart-words';
import type { ChartNote } from '@/entities/chart/note-areas';
import type { PictureSize } from '@/entities/chart/svg';
import { chartNotes } from '../model/notes';
import {
  type ProcessRecipe,
  processParts,
  processPicture,
  type ViewTexts,
  valueTypeOf,
} from '../model/process-picture';
import { type Report, type ReportChart, reportChart } from '../model/report';
import { standingIn, standingNotes } from '../model/standing';
import type { PointState, SeriesAnswer } from '../model/types';
import { type Gatherer, type Known, type PictureRequest, untouched } from './gather';

/** A chart and its place in the picture. */
export interface Part {
  option: EChartsOption;
  /** Share of the width to its left. */
  left: number;
  /** Width and height in pixels, given those of the picture. */
  size: (all: PictureSize) => PictureSize;
}

/** The inputs of a picture. */
export interface Making {
  request: PictureRequest;
  from: Gatherer;
  context: ChartContext;
  t: ViewTexts;
}

/** Draws a view that has not been touched. `views/<slug>/picture.ts` exports one as `picture`; a table has none. */
export type Picture = (making: Making) => Part[];

/** whole fills the picture with one chart. */
export const whole = (option: EChartsOption): Part[] => [{ option, left: 0, size: (all) => all }];

/** notesOn are the notes on points, and the corrections of spans of the one that the picture is of. */
export function notesOn(
  { request: { start, end }, from, t }: Making,
  ids: readonly number[],
  point: Pick<PointState, 'category'>,
): ChartNote[] {
  const standing = standingIn(from.corrections(), point.category, [start, end], null);
  return [...chartNotes(from.notes(ids), ids.length > 1), ...standingNotes(standing, (kind) => t(`mark.${kind}`))];
}

/** drawProcess draws curves over time by the recipe of a view. */
export function drawProcess(
  making: Making,
  { point, configs }: Known,
  recipe: ProcessRecipe,
): { answer: SeriesAnswer; option: EChartsOption } {
  const { request, from, context, t } = making;
  const state = untouched(request);
  const valueType = valueTypeOf(recipe, state.type, configs);
  const series = from.series([...recipe.fields, ...recipe.right], recipe.nodes, valueType, true);
  const answer = { ...series, notes: notesOn(making, [point.id], point) };
  const parts = processParts({ answer, detail: null, recipe, valueType, point, configs }, t);
  return { answer, option: processPicture(parts, answer, state, configs, context, t) };
}

/** drawReport draws the first field of a report. */
export function drawReport(
  { context, t }: Making,
  report: Report,
  name: string,
  shape: ReportChart['shape'],
): EChartsOption {
  const times = [t('report.previous'), t('report.time')] as const;
  const nodeName = (no: number) => t('node', { no });
  const field = report.rows[0]?.field ?? '';
  return reportChart({ report, field, name, shape, depthName: t('profile.depth'), times, nodeName }, context);
}
