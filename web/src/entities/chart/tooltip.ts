import styles from './tooltip.module.css';

/** One line of a tooltip: a color mark, a name, a value with its unit. */
export interface TooltipLine {
  color: string;
  name: string;
  value: string;
  unit: string;
}

/** The contents of a tooltip: a time or depth, one line per series, remarks. */
export interface Tooltip {
  head: string;
  lines: readonly TooltipLine[];
  remarks?: readonly string[];
}

/**
 * tooltipContent lays out a tooltip. It builds elements, not markup: names are user input, and the content security
 * policy forbids inline styles.
 */
export function tooltipContent({ head, lines, remarks = [] }: Tooltip): HTMLElement {
  const grid = document.createElement('div');
  grid.className = styles.grid ?? '';
  const put = (className: string | undefined, text: string) => {
    const cell = document.createElement('span');
    cell.className = className ?? '';
    cell.textContent = text;
    grid.append(cell);
    return cell;
  };
  put(styles.time, head);
  for (const line of lines) {
    put(styles.mark, '').style.backgroundColor = line.color;
    put(styles.name, line.name);
    put(styles.value, line.value);
    put(styles.unit, line.unit);
  }
  for (const remark of remarks) put(styles.note, remark);
  return grid;
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
