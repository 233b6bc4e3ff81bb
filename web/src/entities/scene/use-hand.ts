import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Camera, turned, zoomed } from './space';

/** When a camera goes to the address: at once, when the hand rests, or not while it moves. */
export type Kept = 'now' | 'later' | 'not';

interface Place {
  x: number;
  y: number;
}

/** Pixels that a key turns the scene by. */
const step = 15;

/**
 * useHand turns a scene by dragging and by arrow keys, moves it with shift or the right button, and zooms it by the wheel,
 * two fingers, plus and minus. Without a button the pointer looks for nodes.
 */
export function useHand(
  stage: RefObject<HTMLElement | null>,
  camera: RefObject<Camera>,
  height: number,
  go: (camera: Camera, kept: Kept) => void,
  onFind: (x: number, y: number) => void,
) {
  const drag = useRef(new Map<number, Place>());
  const turning = useRef(false);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    // React listens passively, which cannot keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
      go(zoomed(camera.current, Math.exp(-event.deltaY * 0.0015), box.height, x, y), 'later');
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage, camera, go]);

  const moved = (from: Camera, dx: number, dy: number): Camera => ({
    ...from,
    pan: [from.pan[0] + dx / height, from.pan[1] - dy / height],
  });
  const pull = (event: PointerEvent, from: Place, to: Place) => {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const other = [...drag.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other)
      return event.shiftKey || event.buttons === 2 ? moved(camera.current, dx, dy) : turned(camera.current, dx, dy);
    const apart = (one: Place) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
    return moved(zoomed(camera.current, apart(to) / apart(from), height), dx / 2, dy / 2);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag.current.delete(event.pointerId) && turning.current) go(camera.current, 'now');
    turning.current = false;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent) => {
      const from = drag.current.get(event.pointerId);
      const to = { x: event.clientX, y: event.clientY };
      if (!from) {
        const box = event.currentTarget.getBoundingClientRect();
        onFind(to.x - box.left, to.y - box.top);
        return;
      }
      go(pull(event, from, to), 'not');
      turning.current = true;
      drag.current.set(event.pointerId, to);
    },
    onPointerUp,
    onPointerCancel: onPointerUp,
    onKeyDown: (event: KeyboardEvent) => {
      const next = keyed(event, camera.current, height, moved);
      if (!next) return;
      event.preventDefault();
      go(next, 'later');
    },
  };
}

/** keyed is the camera after a key: arrows turn, with shift they move, plus and minus zoom. */
function keyed(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  camera: Camera,
  height: number,
  moved: (from: Camera, dx: number, dy: number) => Camera,
): Camera | null {
  if (key === '+' || key === '=') return zoomed(camera, 1.25, height);
  if (key === '-') return zoomed(camera, 0.8, height);
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!way) return null;
  const [dx = 0, dy = 0] = way;
  return shiftKey ? moved(camera, dx * 2 * step, dy * 2 * step) : turned(camera, dx * step, dy * step);
}
