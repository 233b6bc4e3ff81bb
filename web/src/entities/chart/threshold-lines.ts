import { limitNames } from '@/ui/theme/tokens';

/** One threshold row of a point (domain thresholds.md section 1). */
export interface Threshold {
  field: string;
  valueType: 'observed' | 'accumulated' | 'rate';
  blue: number | null;
  yellow: number | null;
  orange: number | null;
  red: number | null;
  direction?: 'both' | 'positive' | 'negative' | '';
  lower?: LevelSet | null;
  nodeRange?: readonly [number, number] | null;
  reference?: number;
  enable: boolean;
}

export interface LevelSet {
  blue: number | null;
  yellow: number | null;
  orange: number | null;
  red: number | null;
}

export interface ThresholdLine {
  level: number;
  value: number;
}

/** levelOf grades one value by one threshold, 0 to 4 (domain thresholds.md 2.1 and 2.4). */
export function levelOf(threshold: Threshold, value: number | null): number {
  if (value === null || !threshold.enable) return 0;
  const v = value - (threshold.reference ?? 0);
  const direction = threshold.direction || 'both';
  const magnitude = direction === 'positive' ? v : direction === 'negative' ? -v : Math.abs(v);
  let level = 0;
  limitNames.forEach((name, i) => {
    const limit = threshold[name];
    if (limit !== null && limit !== undefined && magnitude >= limit) level = Math.max(level, i + 1);
    const lower = threshold.lower?.[name];
    if (lower !== null && lower !== undefined && v <= lower) level = Math.max(level, i + 1);
  });
  return level;
}

/** shareOfRed is |value| divided by the red limit, or null without a red limit. */
export function shareOfRed(threshold: Threshold, value: number | null): number | null {
  if (value === null || !threshold.red) return null;
  return Math.abs(value - (threshold.reference ?? 0)) / threshold.red;
}

/** thresholdLines lists the limit lines of a curve with this extent: the side of its data, or both if both were met. */
export function thresholdLines(threshold: Threshold, extent: readonly [number, number]): ThresholdLine[] {
  if (!threshold.enable) return [];
  const reference = threshold.reference ?? 0;
  const low = extent[0] - reference;
  const high = extent[1] - reference;
  const direction = threshold.direction || 'both';
  const first = threshold.blue ?? threshold.yellow ?? threshold.orange ?? threshold.red ?? 0;
  let positive = direction !== 'negative';
  let negative = direction !== 'positive';
  if (direction === 'both') {
    if (-low >= first || high >= first) {
      positive = high >= first;
      negative = -low >= first;
    } else {
      positive = high >= -low || Number.isNaN(high);
      negative = !positive;
    }
  }
  const lines: ThresholdLine[] = [];
  limitNames.forEach((name, i) => {
    const limit = threshold[name];
    if (limit !== null && limit !== undefined) {
      if (positive) lines.push({ level: i + 1, value: reference + limit });
      if (negative) lines.push({ level: i + 1, value: reference - limit });
    }
    const lower = threshold.lower?.[name];
    if (lower !== null && lower !== undefined) lines.push({ level: i + 1, value: reference + lower });
  });
  return lines;
}

/**
 * splitByReach keeps the limit lines that fit without flattening the curve: those the data has passed and the next
 * one, as long as the axis grows at most threefold. The others are given as text.
 */
export function splitByReach(
  lines: readonly ThresholdLine[],
  extent: readonly [number, number],
): { drawn: ThresholdLine[]; beyond: ThresholdLine[] } {
  const [low, high] = extent;
  if (Number.isNaN(low)) return { drawn: [...lines], beyond: [] };
  const span = Math.max(high - low, Math.max(Math.abs(low), Math.abs(high)) * 0.2, 1e-9);
  const drawn: ThresholdLine[] = [];
  const beyond: ThresholdLine[] = [];
  for (const line of lines) {
    const over = line.value > high ? line.value - high : line.value < low ? low - line.value : 0;
    (over <= span * 1.5 ? drawn : beyond).push(line);
  }
  return { drawn, beyond };
}
