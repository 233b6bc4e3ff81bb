import { equallySpaced } from '@/entities/chart/profile-nodes';
import { type NodeTexts, nodeWord } from '../../model/node-name';
import type { ProcessRecipe } from '../../model/process-picture';
import type { ReadingRecord } from '../../model/reading-page';
import type { NodeRow, ValueType } from '../../model/types';
import type { ViewState } from '../../model/view-state';

export const modes = ['table', 'profile', 'lines'] as const;
export type Mode = (typeof modes)[number];

export const types: readonly ValueType[] = ['observed', 'accumulated', 'change', 'rate'];

/** The core–surface difference at which mass concrete is at risk, °C (GB 50496-2018). */
export const riskyDifference = 25;

export interface TemperatureLook {
  mode: Mode;
  valueType: ValueType;
}

/** temperatureLook returns what the view shows: temperatures in a table unless the address says otherwise. */
export function temperatureLook({ mode, type }: Pick<ViewState, 'mode' | 'type'>): TemperatureLook {
  return {
    mode: modes.find((one) => one === mode) ?? 'table',
    valueType: types.find((one) => one === type) ?? 'observed',
  };
}

/** placeName names a node by its depth to the centimeter, or by its number where it has none; an old one by both. */
export function placeName(node: Pick<NodeRow, 'no' | 'depth'> & { old?: boolean }, t: NodeTexts): string {
  if (node.depth === null) return nodeWord(node, t);
  const depth = `${node.depth.toFixed(2)} m`;
  return node.old ? `${nodeWord(node, t)} ${depth}` : depth;
}

/** The nodes of the core–surface difference. */
export interface Pair {
  core: number;
  surface: number;
}

/** pairOf returns the chosen nodes, otherwise the shallowest node and the one nearest to the middle of the string. */
export function pairOf(
  nodes: readonly Pick<NodeRow, 'no' | 'depth'>[],
  { direction, end }: Pick<ViewState, 'direction' | 'end'>,
): Pair | null {
  const deep = nodes
    .flatMap(({ no, depth }) => (depth === null ? [] : [{ no, depth }]))
    .sort((a, b) => a.depth - b.depth);
  const [first] = deep;
  if (!first || deep.length < 2) return null;
  const middle = (first.depth + (deep.at(-1)?.depth ?? 0)) / 2;
  const off = ({ depth }: { depth: number }) => Math.abs(depth - middle);
  const usual = deep.reduce((best, one) => (off(one) < off(best) ? one : best));
  const named = (text: string | null) => deep.find(({ no }) => String(no) === text)?.no;
  return { core: named(direction) ?? usual.no, surface: named(end) ?? first.no };
}

/** differenceOf is the value of the core less that of the surface; null if one is missing. */
export function differenceOf(
  { core, surface }: Pair,
  valueAt: (node: number) => number | null | undefined,
): number | null {
  const [inside, outside] = [valueAt(core), valueAt(surface)];
  return typeof inside === 'number' && typeof outside === 'number' ? inside - outside : null;
}

/** tableNodes are the nodes of the table: all, or the chosen ones and those of the difference, from the top down. */
export function tableNodes(nodes: readonly Pick<NodeRow, 'no'>[], chosen: readonly number[], pair: Pair | null) {
  if (chosen.length === 0) return [];
  const shown = new Set(pair ? [...chosen, pair.core, pair.surface] : chosen);
  return nodes.map(({ no }) => no).filter((no) => shown.has(no));
}

const mostLines = 11;

/** lineNodes are the nodes with a curve over time: the chosen ones, otherwise one for each color at most. */
export function lineNodes(nodes: readonly Pick<NodeRow, 'no'>[], chosen: readonly number[]): number[] {
  const all = nodes.map(({ no }) => no);
  if (chosen.length > 0) return [...chosen];
  return all.length <= mostLines ? all : equallySpaced(all, mostLines);
}

/** linesRecipe draws the temperatures of nodes over time. */
export function linesRecipe(nodes: number[]): ProcessRecipe {
  return { fields: ['temp'], right: [], nodes, stacked: false, types, dashed: [] };
}

/** The ends of a scale of heat. */
export interface HeatScale {
  low: number;
  high: number;
}

/** heatScale spans the values of a page, at least 1 °C. Changes have zero in the middle. */
export function heatScale(rows: readonly Pick<ReadingRecord, 'values'>[], signed: boolean): HeatScale | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    for (const value of row.values) {
      if (typeof value !== 'number') continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return null;
  if (signed) high = Math.max(Math.abs(low), Math.abs(high));
  return signed ? { low: -Math.max(high, 0.5), high: Math.max(high, 0.5) } : { low, high: Math.max(high, low + 1) };
}

const cold = '#2f7fd6';
const hot = '#e0552b';
/** The strongest color in percent: numbers stay legible in both themes. */
const strongest = 40;

/** heatColor is the background of a value: blue below the middle of the scale, red above it. */
export function heatColor(value: number | null | undefined, { low, high }: HeatScale): string | undefined {
  if (typeof value !== 'number') return undefined;
  const off = ((value - low) / (high - low)) * 2 - 1;
  const share = Math.round(Math.min(1, Math.abs(off)) * strongest);
  return `color-mix(in srgb, ${off < 0 ? cold : hot} ${share}%, transparent)`;
}
