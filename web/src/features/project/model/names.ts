/** A marker on a plan, in pixels, with the text that would stand beside it. */
export interface Marked {
  id: number;
  x: number;
  y: number;
  level: number;
  text: string;
}

/** Where a text stands beside its marker. */
export type Side = 'right' | 'above' | 'below';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const latinWidth = 7.5;
const wideWidth = 12.5;
const textHeight = 16;
const markerHalf = 8;
const gap = 4;
/** From here on a text is always shown: its value is what one looks for. */
const alwaysFrom = 3;

function textWidth(text: string): number {
  return [...text].reduce((sum, char) => sum + (/\p{Script=Han}/u.test(char) ? wideWidth : latinWidth), 0);
}

function textBox({ x, y, text }: Marked, side: Side): Box {
  const width = textWidth(text);
  if (side === 'right') {
    const left = x + markerHalf + gap;
    return { left, right: left + width, top: y - textHeight / 2, bottom: y + textHeight / 2 };
  }
  const top = side === 'above' ? y - markerHalf - gap - textHeight : y + markerHalf + gap;
  return { left: x - width / 2, right: x + width / 2, top, bottom: top + textHeight };
}

function markerBox({ x, y }: Marked): Box {
  return { left: x - markerHalf, right: x + markerHalf, top: y - markerHalf, bottom: y + markerHalf };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Places the texts of raised points so that none covers another text or marker, the worst point first. A text that
 * finds no free side is left to the tooltip, unless its point is orange or red.
 */
export function placeNames(points: readonly Marked[]): Map<number, Side> {
  const taken: { id: number; box: Box }[] = points.map((point) => ({ id: point.id, box: markerBox(point) }));
  const sides = new Map<number, Side>();
  for (const point of [...points].filter(({ level }) => level > 0).sort((a, b) => b.level - a.level)) {
    const free = (['right', 'above', 'below'] as const).find((side) => {
      const box = textBox(point, side);
      return !taken.some((other) => other.id !== point.id && overlap(box, other.box));
    });
    const side = free ?? (point.level >= alwaysFrom ? 'right' : undefined);
    if (!side) continue;
    sides.set(point.id, side);
    taken.push({ id: -point.id, box: textBox(point, side) });
  }
  return sides;
}
