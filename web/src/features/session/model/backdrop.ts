import { signCurves } from './sign-curves';

/** One reading of the string as a line in the drawing. */
export interface BackdropLine {
  points: string;
  /** Rises with time; the last reading is 1. */
  opacity: number;
}

/** Drawing units: a meter of depth and a millimeter of displacement. */
export const backdrop = { depthStep: 50, mmStep: 78, originX: 300, top: 150, depths: 14, mm: 6 };

function xy(hundredths: number, node: number): string {
  const x = backdrop.originX + (hundredths / 100) * backdrop.mmStep;
  return `${Math.round(x * 10) / 10},${backdrop.top + node * backdrop.depthStep}`;
}

/** All readings but the last, faint to strong. */
export function backdropLines(): BackdropLine[] {
  const past = signCurves.slice(0, -1);
  return past.map((curve, index) => ({
    points: curve.map(xy).join(' '),
    opacity: 0.08 + 0.32 * (index / past.length),
  }));
}

/** The last reading, with a ring on each node. */
export function lastReading(): { points: string; nodes: { x: number; y: number }[] } {
  const curve = signCurves.at(-1) ?? [];
  return {
    points: curve.map(xy).join(' '),
    nodes: curve.map((value, node) => ({
      x: backdrop.originX + (value / 100) * backdrop.mmStep,
      y: backdrop.top + node * backdrop.depthStep,
    })),
  };
}
