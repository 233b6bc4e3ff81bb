import { type RefObject, useEffect, useState } from 'react';

/** Rows rendered beyond the edges, so that Tab and the wheel always find the next one. */
const beyond = 10;

/** Lists with up to this many simple rows are rendered whole. */
const wholeUpTo = 200;

/** The tops of rows in pixels from the top of their list, followed by the bottom of the last one. */
export function edgesOf(heights: readonly number[]): number[] {
  const edges = [0];
  for (const height of heights) edges.push((edges.at(-1) ?? 0) + height);
  return edges;
}

/** The row at a height in pixels from the top of the list, or the number of rows. */
function rowAt(edges: readonly number[], y: number): number {
  let [low, high] = [0, edges.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle + 1] ?? 0) > y) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The visible rows of a list. `top` is its upper edge relative to that of the window, in pixels, like the others. */
export function rowsInView(edges: readonly number[], top: number, window: number): [from: number, to: number] {
  const count = edges.length - 1;
  const from = Math.max(0, rowAt(edges, -top) - beyond);
  const to = Math.min(count, rowAt(edges, window - top) + 1 + beyond);
  return [from, Math.max(to, from)];
}

/**
 * The rows of a long list to render, by their edges, whatever scrolls it. Lists with up to `whole` rows are rendered
 * whole.
 */
export function useRowsInView(
  list: RefObject<HTMLElement | null>,
  edges: readonly number[],
  whole = wholeUpTo,
): [number, number] {
  const count = edges.length - 1;
  const [rows, setRows] = useState<[number, number]>([0, whole]);
  const long = count > whole;
  useEffect(() => {
    const element = list.current;
    if (!long || !element) return;
    const look = () => {
      const [from, to] = rowsInView(edges, element.getBoundingClientRect().top, window.innerHeight);
      setRows((old) => (old[0] === from && old[1] === to ? old : [from, to]));
    };
    look();
    document.addEventListener('scroll', look, { capture: true, passive: true });
    window.addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      window.removeEventListener('resize', look);
    };
  }, [list, long, edges]);
  return long ? rows : [0, count];
}
