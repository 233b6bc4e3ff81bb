import type { Sample } from './gaps';

/**
 * sparkPath draws samples into a box as an SVG path, broken at missing values, and returns the position of the last
 * value. A flat series runs through the middle.
 */
export function sparkPath(
  samples: readonly Sample[],
  width: number,
  height: number,
  pad = 2,
): { path: string; last: { x: number; y: number } | null } {
  const valid = samples.filter((s): s is readonly [number, number] => s[1] !== null && Number.isFinite(s[1]));
  const first = valid[0];
  const end = valid[valid.length - 1];
  if (!first || !end) return { path: '', last: null };
  let low = first[1];
  let high = first[1];
  for (const [, v] of valid) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  const from = samples[0]?.[0] ?? first[0];
  const span = Math.max(1, end[0] - from);
  const x = (t: number) => pad + ((width - 2 * pad) * (t - from)) / span;
  const y = (v: number) => (high === low ? height / 2 : height - pad - ((height - 2 * pad) * (v - low)) / (high - low));
  const round = (n: number) => Math.round(n * 10) / 10;
  let path = '';
  let pen = false;
  for (const [t, v] of samples) {
    if (v === null || !Number.isFinite(v)) {
      pen = false;
      continue;
    }
    path += `${pen ? 'L' : 'M'}${round(x(t))} ${round(y(v))}`;
    pen = true;
  }
  return { path, last: { x: round(x(end[0])), y: round(y(end[1])) } };
}
