/** Something that happened to a point: a correction, a new device, a new initial value. */
export interface EventMark {
  t: number;
  /** Kind as the server names it: withdraw, shift, topshift, replace, initial, binding … */
  kind: string;
  /** Word for the label, without the sign in front. */
  label: string;
  /** Id of the record that a click opens, or 0. */
  id: number;
}

export interface PlacedMark extends EventMark {
  text: string;
}

/**
 * placeMarks decides which labels are drawn: of two that would overlap only the sign remains. Every mark has its
 * dotted line.
 */
export function placeMarks(
  marks: readonly EventMark[],
  range: readonly [number, number],
  leastShare = 0.12,
): PlacedMark[] {
  const span = range[1] - range[0];
  let last = Number.NEGATIVE_INFINITY;
  return [...marks]
    .filter((m) => m.t >= range[0] && m.t <= range[1])
    .sort((a, b) => a.t - b.t)
    .map((m) => {
      const room = m.t - last >= span * leastShare;
      if (room) last = m.t;
      return { ...m, text: room ? `▽ ${m.label}` : '▽' };
    });
}
