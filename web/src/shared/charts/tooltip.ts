import type { ChartContext } from './chart-words';

/** One line of a tooltip: a colour mark, a name, a value with its unit. */
export interface TooltipLine {
  color: string;
  name: string;
  value: string;
  unit: string;
}

/** tooltipText writes a richText tooltip: the time on top, one line a series, remarks below. The
 *  styles it names are in `tooltipStyles`. */
export function tooltipText(time: string, lines: readonly TooltipLine[], remarks: readonly string[] = []): string {
  const safe = (text: string) => text.replace(/[{}|]/g, ' ');
  const rows = lines.map(
    (line, i) => `{m${i}|●} {name|${safe(line.name)}}{value|${safe(line.value)}}{unit|${safe(line.unit)}}`,
  );
  return [`{time|${safe(time)}}`, ...rows, ...remarks.map((r) => `{note|${safe(r)}}`)].join('\n');
}

/** tooltipStyles are the rich styles of tooltipText, with one mark colour for each line. */
export function tooltipStyles({ theme }: ChartContext, colors: readonly string[]): Record<string, object> {
  const styles: Record<string, object> = {
    time: { color: theme.text3, fontSize: 11, lineHeight: 18 },
    name: { color: theme.text2, fontSize: 12, lineHeight: 18, width: 96 },
    value: { color: theme.text, fontSize: 12, lineHeight: 18, fontWeight: 600, align: 'right', width: 76 },
    unit: { color: theme.text3, fontSize: 11, lineHeight: 18, padding: [0, 0, 0, 4] },
    note: { color: theme.text2, fontSize: 11, lineHeight: 18 },
  };
  colors.forEach((color, i) => {
    styles[`m${i}`] = { color, fontSize: 10, lineHeight: 18 };
  });
  return styles;
}

/** nearestIndex finds the sample nearest to a time in times that rise; -1 in an empty list. */
export function nearestIndex(times: readonly number[], t: number): number {
  let low = 0;
  let high = times.length - 1;
  if (high < 0) return -1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((times[mid] as number) < t) low = mid + 1;
    else high = mid;
  }
  if (low > 0 && t - (times[low - 1] as number) <= (times[low] as number) - t) return low - 1;
  return low;
}
