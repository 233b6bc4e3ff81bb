/** An abnormal reading: shown, but never allowed to stretch the axis. */
export interface AbnormalReading {
  t: number;
  value: number;
}

export interface EdgeMark {
  t: number;
  /** Position of the mark: its value, or the edge of the plot. */
  at: number;
  value: number;
  edge: 'in' | 'above' | 'below';
}

/** edgeMarks places abnormal readings: inside the plot at their value, outside as a triangle at
 *  the edge that points out. */
export function edgeMarks(readings: readonly AbnormalReading[], axis: { min: number; max: number }): EdgeMark[] {
  return readings.map(({ t, value }) => {
    if (value > axis.max) return { t, value, at: axis.max, edge: 'above' as const };
    if (value < axis.min) return { t, value, at: axis.min, edge: 'below' as const };
    return { t, value, at: value, edge: 'in' as const };
  });
}
