import type { Threshold } from '@/entities/chart/threshold-lines';
import { comparedTimes } from '../model/compared-times';
import { processPicture, showsThresholds, valueTypeOf } from '../model/process-picture';
import {
  alongSections,
  positionOf,
  positionsOf,
  type SectionAnswer,
  type SectionKind,
  sectionAnswer,
  sectionParts,
  sectionRecipe,
} from '../model/section';
import { alongStructure } from '../model/section-along';
import type { ValueType } from '../model/types';
import { untouched } from './gather';
import { type Making, notesOn, type Part } from './making';

/** The share of the width of the curves where a second chart is at their right. */
const share = 0.62;

interface Drawn {
  curves: Part;
  answer: SectionAnswer;
  valueType: ValueType;
  times: readonly number[];
  /** Null where the point's settings hide limits. */
  threshold: Threshold | null;
  /** Of the chart settings. */
  decimals: number | undefined;
}

/** drawSection draws the members of the section of the point; null without any. */
export function drawSection(making: Making, kind: SectionKind, along: boolean): Drawn | null {
  const { request, from, context, t } = making;
  const { point, configs } = from.known(request.view);
  const state = untouched(request);
  const recipe = sectionRecipe(kind, point);
  const valueType = valueTypeOf(recipe, state.type, configs);
  const times = along ? comparedTimes(from.times(), state, point.interval).curves : [];
  const answer = sectionAnswer(from.section(kind, valueType, times), from.points(), from.say, times);
  const first = answer.charted.find((one) => one.id === point.id)?.answer ?? answer.charted[0]?.answer;
  if (!first) return null;
  const parts = sectionParts({ answer, detail: null, chosen: [], valueType, point, configs }, t);
  const members = answer.charted.map((one) => one.id);
  const noted = { ...first, notes: notesOn(making, members, point) };
  const option = processPicture(parts, noted, state, configs, context, t);
  const curves: Part = {
    option,
    left: 0,
    size: ({ width, height }) => ({ width: kind === 'chord' ? width : Math.floor(width * share), height }),
  };
  const threshold = showsThresholds(state.hidden, configs) ? (parts.plots[0]?.threshold ?? null) : null;
  return { curves, answer, valueType, times, threshold, decimals: configs.decimals };
}

/** atRight puts a second chart at the right of the curves. */
export const atRight = (option: Part['option']): Part => ({
  option,
  left: share,
  size: ({ width, height }) => ({ width: Math.floor(width * (1 - share)), height }),
});

/** drawAlong draws the curves, and the values along the structure at compared times. */
export function drawAlong(making: Making, kind: SectionKind): Part[] {
  const drawn = drawSection(making, kind, true);
  if (!drawn) return [];
  const { answer, valueType, times } = drawn;
  const positions = positionsOf(answer.members);
  const own = positionOf(making.from.known(making.request.view).point.name);
  const position = positions.find((one) => one === own) ?? positions[0] ?? null;
  const along = alongSections(answer, times, position, valueType, drawn.threshold);
  const words = { chainage: making.t('report.chainage'), section: '' };
  return [drawn.curves, atRight(alongStructure(along, words, making.context))];
}
