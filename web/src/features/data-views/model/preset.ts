/** What belongs to one point or one look at it: readings, points, the zoomed part, the page, texts of a report, an earlier time. */
const ofOnePoint = ['window', 'at', 'page', 'times', 'points', 'previous', 'weather', 'work', 'known'];

/** presetQuery returns the controls of a view that apply to any point of its type, in the order of their names. */
export function presetQuery(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const name of ofOnePoint) kept.delete(name);
  kept.sort();
  return kept.toString();
}
