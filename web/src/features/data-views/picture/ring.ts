import { type RingStates, ringNodes } from '../model/ring';
import type { Gatherer } from './gather';

/** ringStatesOf reads the places of the nodes of a ring; the end of an open arc is that of the current time. */
export function ringStatesOf(from: Gatherer, current: number, open: boolean) {
  return (time: number): RingStates | null => {
    const observed = from.reading(time, ['observed'], ['x', 'y']);
    const changes = from.reading(time, ['accumulated'], ['x', 'y', 'radial', 'convergence']);
    if (!observed || !changes) return null;
    const last = ringNodes(observed).at(-1)?.no;
    if (!open || last === undefined) return { observed, changes };
    const [x, y] = [from.initial('x', last, current), from.initial('y', last, current)];
    return x === null || y === null ? { observed, changes } : { observed, changes, end: [x, y] };
  };
}
