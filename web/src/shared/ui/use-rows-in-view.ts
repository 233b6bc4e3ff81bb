import { type RefObject, useEffect, useState } from 'react';

/** Rows drawn beyond the edges, so that Tab and the wheel always find the next one. */
const beyond = 10;

/** Lists up to so many light rows are drawn whole. */
const wholeUpTo = 200;

/** Which rows of a list can be seen. `top` is its upper edge below that of the window, in pixels, as are the others. */
export function rowsInView(count: number, rowHeight: number, top: number, window: number): [from: number, to: number] {
  const from = Math.max(0, Math.floor(-top / rowHeight) - beyond);
  const to = Math.min(count, Math.ceil((window - top) / rowHeight) + beyond);
  return [Math.min(from, count), Math.max(to, Math.min(from, count))];
}

/** The rows of a long list of rows of one height to draw, whatever scrolls it. Lists up to `whole` rows are drawn whole. */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  whole = wholeUpTo,
): [number, number] {
  const [rows, setRows] = useState<[number, number]>([0, whole]);
  const long = count > whole;
  useEffect(() => {
    const element = list.current;
    if (!long || !element) return;
    const look = () => {
      const [from, to] = rowsInView(count, rowHeight, element.getBoundingClientRect().top, window.innerHeight);
      setRows((old) => (old[0] === from && old[1] === to ? old : [from, to]));
    };
    look();
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [list, long, count, rowHeight]);
  return long ? rows : [0, count];
}
