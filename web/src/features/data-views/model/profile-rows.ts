import type { Mark } from '@/entities/alert/mark';
import { against, type FixedEnd, type ProfileNode, perSegment, refer, sameNode } from '@/entities/chart/profile-nodes';
import { levelOf, shareOfRed, type Threshold } from '@/entities/chart/threshold-lines';
import { asLevel } from '@/ui/theme/tokens';
import type { NodeRow, ReadingRow } from './types';

/** One line of the node table of a profile. */
export interface NodeLine {
  no: number;
  depth: number;
  level: Mark;
  value: number | null;
  segment: number | null;
  /** Change against the reading a day earlier. */
  day: number | null;
  share: number | null;
  temp: number | null;
}

/** nodesOf returns one field of a reading as a profile, from the collar down. */
export function nodesOf(reading: ReadingRow, field: string): ProfileNode[] {
  return reading.nodes
    .filter((n) => n.depth !== null)
    .map((n) => ({ no: n.no, depth: n.depth ?? 0, value: n.values[field] ?? null }))
    .sort((a, b) => a.depth - b.depth);
}

/** thresholdOf is the threshold of a field that judges a node, the one with the nearest limits if several do. */
export function thresholdOf(
  thresholds: readonly Threshold[],
  field: string,
  valueType: string,
  node?: number,
): Threshold | null {
  return (
    thresholds.find(
      (one) =>
        one.field === field &&
        one.valueType === valueType &&
        one.enable &&
        (node === undefined || !one.nodeRange || (node >= one.nodeRange[0] && node <= one.nodeRange[1])),
    ) ?? null
  );
}

/** The reference of a profile: its fixed end and its base time. Stored data are unchanged. */
export interface Reference {
  end: FixedEnd;
  /** The reading taken as zero; null for the initial value. */
  base: ReadingRow | null;
}

/** seenNodes returns one field of a reading relative to the chosen reference. */
export function seenNodes(reading: ReadingRow, field: string, { end, base }: Reference): ProfileNode[] {
  return refer(against(nodesOf(reading, field), base && nodesOf(base, field)), end);
}

/** The mark of a node: not judged without a threshold, no data without a value. */
function nodeMark(threshold: Threshold | null | undefined, value: number | null): Mark {
  if (value === null) return 'noData';
  return threshold ? asLevel(levelOf(threshold, value)) : 'notJudged';
}

/**
 * nodeLines builds the table. Value, change per segment and change per day are relative to the chosen reference; level
 * and share of red use the stored values, as alarms do.
 */
export function nodeLines(
  current: ReadingRow,
  dayBefore: ReadingRow | null,
  field: string,
  thresholds: readonly Threshold[],
  reference: Reference,
  valueType = 'accumulated',
): NodeLine[] {
  const stored = nodesOf(current, field);
  const nodes = seenNodes(current, field, reference);
  const segments = perSegment(nodes);
  const before = dayBefore ? seenNodes(dayBefore, field, reference) : [];
  const temps = new Map(current.nodes.map((n) => [n.no, n.values.temp ?? null]));
  return nodes.map((node, i) => {
    const threshold = thresholdOf(thresholds, field, valueType, node.no);
    const judged = stored[i]?.value ?? null;
    const earlier = before.find((one) => sameNode(one, node))?.value ?? null;
    return {
      no: node.no,
      depth: node.depth,
      level: nodeMark(threshold, judged),
      value: node.value,
      segment: segments[i]?.value ?? null,
      day: node.value === null || earlier === null ? null : node.value - earlier,
      share: threshold ? shareOfRed(threshold, judged) : null,
      temp: temps.get(node.no) ?? null,
    };
  });
}

/** dayBefore finds the newest time at least 24 h (less a tolerance) before another. */
export function dayBefore(times: readonly number[], t: number, toleranceMs: number): number | null {
  const limit = t - 24 * 3_600_000 + toleranceMs;
  let found: number | null = null;
  for (const one of times) if (one <= limit && (found === null || one > found)) found = one;
  return found;
}

/** worstNodes are the n nodes with the greatest last absolute value, in the order of depth; the first n if none has one. */
export function worstNodes(reading: ReadingRow, field: string, n: number): number[] {
  const size = (node: NodeRow) => Math.abs(node.values[field] ?? 0);
  const valued = reading.nodes.filter((node) => typeof node.values[field] === 'number');
  return (valued.length > 0 ? valued : [...reading.nodes])
    .sort((a, b) => size(b) - size(a))
    .slice(0, n)
    .sort((a, b) => (a.depth ?? a.no) - (b.depth ?? b.no))
    .map((node) => node.no);
}
