/** What belongs to one point or one look at it: readings, points, the zoomed part, the page, texts of a report, an earlier time. */
const ofOnePoint = ['window', 'at', 'page', 'times', 'points', 'previous', 'weather', 'work', 'known'];

/** What passes: a board does not save it. */
const passing = ['window', 'at', 'page', 'known'];

/** panelQuery returns the controls of a view that a panel of a board keeps. */
export function panelQuery(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const name of passing) kept.delete(name);
  return kept.toString();
}

/** presetQuery returns the controls of a view that apply to any point of its type, in the order of their names. */
export function presetQuery(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const name of ofOnePoint) kept.delete(name);
  kept.sort();
  return kept.toString();
}
