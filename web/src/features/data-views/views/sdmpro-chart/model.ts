import type { Sample } from '@/entities/chart/gaps';
import { type PairNode, type PairProfile, pairColors } from '@/entities/chart/pair-profile';
import type { ProcessSeries } from '@/entities/chart/process-chart';
import { sameNode } from '@/entities/chart/profile-nodes';
import type { ProcessParts, ViewTexts } from '../../model/process-picture';
import { worstNodes } from '../../model/profile-rows';
import type { FieldInfo, NodeRow, ReadingRow, SeriesAnswer } from '../../model/types';
import type { ViewState } from '../../model/view-state';

/** The displacement that is compared, and the raw field in which the device sends its own. */
export interface Compared {
  field: FieldInfo;
  raw: 'dx' | 'dy';
}

/** comparedFields are A, and B where the point computes it. */
export function comparedFields(fields: readonly FieldInfo[]): Compared[] {
  const of = (name: string, raw: Compared['raw']) =>
    fields.filter((one) => one.name === name).map((field) => ({ field, raw }));
  return [...of('x', 'dx'), ...of('y', 'dy')];
}

export const comparedField = (all: readonly Compared[], { direction }: Pick<ViewState, 'direction'>): Compared | null =>
  all.find((one) => one.field.name === direction) ?? all[0] ?? null;

/** nodeShown is the chosen node, or the one that moved most; the collar belongs to no segment, so no device sends it. */
export function nodeShown(
  { nodes }: Pick<ViewState, 'nodes'>,
  latest: ReadingRow | null | undefined,
  field: string,
): number | null {
  if (nodes[0] !== undefined) return nodes[0];
  const sent = latest && { ...latest, nodes: latest.nodes.filter((node) => node.no > 0) };
  return sent ? (worstNodes(sent, field, 1)[0] ?? null) : null;
}

export interface Results {
  device: Sample[];
  platform: readonly Sample[];
  difference: Sample[];
}

/**
 * resultsOf joins the readings of both by time. The device sends positions from its toe, as the platform observes them:
 * the platform's initial value is subtracted from both, or the device's own position at the base time, null if it sent
 * none then.
 */
export function resultsOf(
  platform: readonly Sample[],
  observed: readonly Sample[],
  raw: readonly Sample[],
  baseOfDevice: number | null | undefined,
): Results {
  const changes = new Map(platform);
  const positions = new Map(observed);
  const zeroAt = (t: number): number | null => {
    const [position, change] = [positions.get(t) ?? null, changes.get(t) ?? null];
    return position === null || change === null ? null : position - change;
  };
  // A reading that only the device has is compared with the initial value of the reading before, or of the first one.
  const based = baseOfDevice !== undefined;
  let zero = based ? baseOfDevice : (raw.map(([t]) => zeroAt(t)).find((one) => one !== null) ?? null);
  const device = raw.map(([t, value]): Sample => {
    if (!based) zero = zeroAt(t) ?? zero;
    return [t, value === null || zero === null ? null : value - zero];
  });
  const difference = device.map(([t, value]): Sample => {
    const change = changes.get(t) ?? null;
    return [t, value === null || change === null ? null : value - change];
  });
  return { device, platform, difference };
}

/** The readings of one time: changes, observed positions, and what the device sent. */
export interface Trio {
  changes: ReadingRow;
  observed: ReadingRow | null;
  raw: ReadingRow | null;
}

/** pairsOf compares all nodes at a time, relative to the initial value or to a base. */
export function pairsOf(
  { changes, observed, raw }: Trio,
  base: Trio | null,
  { field, raw: sent }: Compared,
): PairNode[] {
  const of = (reading: ReadingRow | null, no: number, name: string) =>
    reading?.nodes.find((node) => node.no === no)?.values[name] ?? null;
  return changes.nodes
    .filter((node): node is NodeRow & { depth: number } => node.depth !== null)
    .sort((a, b) => a.depth - b.depth)
    .map(({ no, depth }) => {
      const change = of(changes, no, field.name);
      const position = of(observed, no, field.name);
      const was = base?.changes.nodes.find((node) => sameNode(node, { no, depth }));
      const from = base ? (was?.values[field.name] ?? null) : 0;
      const initial = position === null || change === null ? null : position - change;
      const zero = base ? ((was && of(base.raw, no, sent)) ?? null) : initial;
      const own = of(raw, no, sent);
      return {
        depth,
        first: own === null || zero === null ? null : own - zero,
        second: change === null || from === null ? null : change - from,
      };
    });
}

type Names = Pick<PairProfile, 'first' | 'second' | 'difference'>;

export const namesOf = (t: ViewTexts): Names => ({
  first: t('results.device'),
  second: t('results.platform'),
  difference: t('results.difference'),
});

/** hasDevice reports whether the device sends what it computes. */
export const hasDevice = ({ series }: Pick<SeriesAnswer, 'series'>): boolean =>
  series.some((one) => one.samples.some(([, value]) => value !== null));

/** partsOf are the curves of both over time, and their difference below. */
export function partsOf(
  { device, platform, difference }: Results,
  answer: SeriesAnswer,
  { field }: Compared,
  nodeName: string,
  decimals: number,
  t: ViewTexts,
): ProcessParts {
  const names = namesOf(t);
  const [series] = answer.series;
  const curve = (part: keyof typeof pairColors, samples: readonly Sample[]): ProcessSeries => ({
    ...{ key: part, name: names[part], unit: field.unit, decimals, samples, color: pairColors[part] },
    ...{
      gaps: series?.gaps ?? [],
      abnormal: part === 'second' ? (series?.abnormal ?? []) : [],
      dashed: part === 'first',
    },
    ...(part === 'second' && series ? { flags: series.flags, ranges: answer.ranges } : {}),
  });
  const own = device.some(([, value]) => value !== null);
  const above = own ? [curve('second', platform), curve('first', device)] : [curve('second', platform)];
  const below = own ? [curve('difference', difference)] : [];
  const plot = (axisName: string, list: ProcessSeries[]) => ({ axisName, series: list, threshold: null, level: null });
  return {
    plots: [plot(`${field.label}·${nodeName}`, above), ...(own ? [plot(names.difference, below)] : [])],
    right: [],
    all: [...above, ...below],
  };
}
