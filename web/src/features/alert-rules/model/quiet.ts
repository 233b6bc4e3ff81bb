/** Minutes of the day as 22:00; the end of the day is 24:00. */
export const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The parts of a day in which quiet hours lie, the longest first; two if they pass midnight. */
export function quietParts(from: number, to: number): { from: number; to: number }[] {
  if (from === to) return [];
  if (from < to) return [{ from, to }];
  return [
    { from: 0, to },
    { from, to: 1440 },
  ]
    .filter((one) => one.to > one.from)
    .sort((a, b) => b.to - b.from - (a.to - a.from));
}
