import type { NiceAxis } from './nice-axis';
import { textWidth } from './text-width';

/** Lines closer than this share of the axis have their texts next to each other. */
const closeLines = 0.12;
/** A line in this last share of the axis has its text below it: above the plot are the names of moments. */
const topLines = 0.05;

export interface LimitLabel {
  position: 'insideStartTop' | 'insideStartBottom';
  padding: [number, number, number, number];
}

/** limitLabels places the texts of horizontal limit lines so that they do not overlap, in the order of the lines. */
export function limitLabels(
  lines: readonly { value: number; text: string }[],
  { min, max }: Pick<NiceAxis, 'min' | 'max'>,
): LimitLabel[] {
  const span = max - min;
  const placed = new Map<object, LimitLabel>();
  let above: { value: number; text: string; low: boolean } | null = null;
  let indent = 0;
  for (const line of [...lines].sort((a, b) => b.value - a.value)) {
    const low = max - line.value < topLines * span;
    // A text below its line takes the room above the next one.
    const near: boolean = above !== null && above.value - line.value < closeLines * span * (above.low ? 2 : 1);
    indent = near && above !== null ? indent + textWidth(above.text, 11) + 16 : 0;
    placed.set(line, { position: low ? 'insideStartBottom' : 'insideStartTop', padding: [0, 0, 0, indent] });
    above = { ...line, low };
  }
  return lines.map((line) => placed.get(line) as LimitLabel);
}
