import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useMedia } from '@/ui/use-media';
import { type Fix, fixAt } from './model';

interface State {
  index: number;
  playing: boolean;
}

/** How often numbers change during a replay, ms: faster than people read them, slower than the frames of the map. */
const readableMs = 100;

/** Where a replay is. It is kept apart from the page, which would render again with each of its frames. */
class Position {
  private state: State = { index: 0, playing: false };
  private readonly frames = new Set<() => void>();
  private readonly numbers = new Set<() => void>();
  private shownAt = 0;

  /** Every frame, for the map. */
  subscribe = (listener: () => void): (() => void) => {
    this.frames.add(listener);
    return () => this.frames.delete(listener);
  };

  /** For numbers that people read. */
  subscribeNumbers = (listener: () => void): (() => void) => {
    this.numbers.add(listener);
    return () => this.numbers.delete(listener);
  };

  now = (): State => this.state;

  set(change: Partial<State>): void {
    const next = { ...this.state, ...change };
    if (next.index === this.state.index && next.playing === this.state.playing) return;
    const { playing } = this.state;
    this.state = next;
    for (const listener of this.frames) listener();
    const now = performance.now();
    if (playing && next.playing && now - this.shownAt < readableMs) return;
    this.shownAt = now;
    for (const listener of this.numbers) listener();
  }
}

export interface Replay {
  position: Position;
  /** Plays or pauses; with reduced motion it moves to the next fix. */
  toggle: () => void;
  /** Shows a fix while the slider moves, and stays there. */
  show: (index: number) => void;
  rest: () => void;
  /** Nothing moves by itself. */
  still: boolean;
}

/**
 * useReplay plays fixes from one to the next: `pace` ms of the track in 1 ms. The position is shown as it is in the
 * address until something plays; `onRest` writes it there.
 */
export function useReplay(
  fixes: readonly Fix[],
  at: number | null,
  pace: number,
  onRest: (at: number) => void,
): Replay {
  const position = useMemo(() => new Position(), []);
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const latest = useRef({ fixes, pace, onRest });
  latest.current = { fixes, pace, onRest };
  const playing = useReplayState(position, (state) => state.playing);

  useEffect(() => {
    if (position.now().playing) return; // new fixes are at the end
    position.set({ index: at === null ? Math.max(0, fixes.length - 1) : fixAt(fixes, at) });
  }, [position, fixes, at]);

  const rest = useCallback(() => {
    position.set({ playing: false });
    const fix = latest.current.fixes[position.now().index];
    if (fix) latest.current.onRest(fix.t);
  }, [position]);

  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let time = latest.current.fixes[position.now().index]?.t ?? 0;
    let index = position.now().index;
    let frame = requestAnimationFrame(function step(now) {
      const { fixes: list, pace: speed } = latest.current;
      if (position.now().index !== index) time = list[position.now().index]?.t ?? time; // moved by hand
      time += (now - before) * speed;
      before = now;
      index = fixAt(list, time);
      position.set({ index });
      if (index >= list.length - 1) rest();
      else frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing, position, rest]);

  const toggle = useCallback(() => {
    const { index, playing: plays } = position.now();
    const last = latest.current.fixes.length - 1;
    if (plays) rest();
    else if (still) {
      position.set({ index: index >= last ? 0 : index + 1 });
      rest();
    } else position.set({ index: index >= last ? 0 : index, playing: true });
  }, [position, rest, still]);
  const show = useCallback((index: number) => position.set({ index }), [position]);
  return useMemo(() => ({ position, toggle, show, rest, still }), [position, toggle, show, rest, still]);
}

/** A part of the state of a replay; the component renders again when it changes. */
export function useReplayState<T>(position: Position, part: (state: State) => T): T {
  return useSyncExternalStore(position.subscribeNumbers, () => part(position.now()));
}
