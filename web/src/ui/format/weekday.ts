const monday = Date.UTC(2026, 0, 5);
const day = 24 * 3_600_000;

/** The names of the weekdays from Monday, in a language. */
export function weekdayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, index) => format.format(monday + index * day));
}
