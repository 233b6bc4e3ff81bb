import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { MapControls } from '@/entities/map/map-controls';
import { useLanguage } from '@/ui/i18n/use-language';
import { fontFamily } from '@/ui/theme/antd-theme';
import { useTheme } from '@/ui/theme/theme-store';
import { tokens } from '@/ui/theme/tokens';
import { useSize } from '@/ui/use-size';
import { sortOf } from '../model/graph';
import { type Layout, nodeAt, type Placed, rowHeight } from '../model/layout';
import type { TopoNode } from '../model/node';
import { drawLayout, type View } from './draw-layout';
import styles from './topology-canvas.module.css';

interface Props {
  layout: Layout;
  label: string;
  selected: string | undefined;
  hits: ReadonlySet<string>;
  labelOf: (node: TopoNode) => string;
  /** Nodes may be dragged to another place among their siblings. */
  sortable: boolean;
  onSelect: (node: TopoNode) => void;
  onToggle: (node: TopoNode) => void;
  /** A node was dropped before or behind another one. */
  onMove: (node: TopoNode, target: TopoNode) => void;
}

const margin = 16;
const least = 0.4;
const most = 2;
/** From here on a press is a drag. */
const slack = 5;
/** Zoom factors of a button click and of a wheel pixel. */
const zoomStep = 1.25;
const wheelStep = 1 / 300;

interface Drag {
  x: number;
  y: number;
  moved: boolean;
  on: Placed | undefined;
  over?: Placed | undefined;
}

type Spot = Pick<PointerEvent, 'clientX' | 'clientY'>;

type Shown = Pick<Props, 'layout' | 'selected' | 'hits' | 'labelOf'>;

/** The visible part of the layout, and how it is drawn, moved and zoomed. */
function usePicture({ layout, selected, hits, labelOf }: Shown, drag: RefObject<Drag | undefined>) {
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(area);
  const theme = useTheme();
  const language = useLanguage();
  const view = useRef<View>({ x: -margin, y: -margin, zoom: 1 });
  const frame = useRef(0);
  const latest = useRef({ layout, selected, hits, labelOf, width, height, theme, language });

  const paint = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const target = canvas.current?.getContext('2d');
      const now = latest.current;
      if (!target || now.width === 0) return;
      drawLayout(target, now.layout, view.current, {
        width: now.width,
        height: now.height,
        scale: window.devicePixelRatio || 1,
        tokens: tokens[now.theme],
        font: fontFamily(now.language),
        selected: now.selected,
        hits: now.hits,
        labelOf: now.labelOf,
        dragged: drag.current?.moved ? drag.current.on?.node : undefined,
        over: drag.current?.moved ? drag.current.over?.node : undefined,
      });
    });
  }, [drag]);

  const keepNear = useCallback((at: View) => {
    const now = latest.current;
    at.x = Math.min(Math.max(at.x, -margin), Math.max(-margin, now.layout.width + margin - now.width / at.zoom));
    at.y = Math.min(Math.max(at.y, -margin), Math.max(-margin, now.layout.height + margin - now.height / at.zoom));
  }, []);

  /** Zooms around a position on the screen. */
  const zoomAt = useCallback(
    (left: number, top: number, factor: number) => {
      const at = view.current;
      const zoom = Math.min(most, Math.max(least, at.zoom * factor));
      at.x += left / at.zoom - left / zoom;
      at.y += top / at.zoom - top / zoom;
      at.zoom = zoom;
      keepNear(at);
      paint();
    },
    [keepNear, paint],
  );

  useEffect(() => {
    latest.current = { layout, selected, hits, labelOf, width, height, theme, language };
    paint();
  });

  // A node selected in the tree or by search is scrolled into view.
  useEffect(() => {
    const at = selected ? latest.current.layout.byKey.get(selected) : undefined;
    if (!at || height === 0) return;
    const { zoom, y } = view.current;
    const top = at.y - rowHeight;
    if (top < y || at.y + rowHeight > y + height / zoom) view.current.y = Math.max(-margin, at.y - height / zoom / 2);
    // Its ancestors stay visible if there is room.
    const room = width / zoom;
    if (at.x < view.current.x || at.x + at.width > view.current.x + room) {
      view.current.x = Math.max(-margin, at.x + at.width + margin - room * 0.8);
    }
    paint();
  }, [selected, height, width, paint]);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.ctrlKey) {
        zoomAt(event.offsetX, event.offsetY, Math.exp(-event.deltaY * wheelStep));
        return;
      }
      const at = view.current;
      at.x += (event.shiftKey ? event.deltaY : event.deltaX) / at.zoom;
      at.y += (event.shiftKey ? 0 : event.deltaY) / at.zoom;
      keepNear(at);
      paint();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [keepNear, paint, zoomAt]);

  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  function showAll() {
    const room = { width: width - 2 * margin, height: height - 2 * margin };
    const zoom = Math.min(room.width / layout.width, room.height / layout.height, 1);
    view.current = { x: -margin, y: -margin, zoom: Math.max(least, zoom) };
    paint();
  }

  return { area, canvas, view, width, height, paint, keepNear, zoomAt, showAll };
}

type Picture = ReturnType<typeof usePicture>;
type Moves = Pick<Props, 'layout' | 'labelOf' | 'sortable' | 'onSelect' | 'onToggle' | 'onMove'>;

/** Mouse and touch: select a node, drag it to another position, move and zoom the picture. */
function usePointers(
  { layout, labelOf, sortable, onSelect, onToggle, onMove }: Moves,
  { view, paint, keepNear, zoomAt }: Picture,
  drag: RefObject<Drag | undefined>,
) {
  /** Fingers and the mouse, while pressed. */
  const down = useRef(new Map<number, Spot>());
  const under = (event: React.PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const { x, y, zoom } = view.current;
    return nodeAt(layout, (event.clientX - box.left) / zoom + x, (event.clientY - box.top) / zoom + y);
  };

  /** Two fingers zoom around their center and move it. */
  function pinch(event: React.PointerEvent) {
    const before = [...down.current.values()];
    down.current.set(event.pointerId, event);
    const [a, b] = before;
    const [c, d] = [...down.current.values()];
    if (!a || !b || !c || !d) return;
    const box = event.currentTarget.getBoundingClientRect();
    const apart = (one: Spot, other: Spot) =>
      Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
    view.current.x -= (c.clientX + d.clientX - a.clientX - b.clientX) / 2 / view.current.zoom;
    view.current.y -= (c.clientY + d.clientY - a.clientY - b.clientY) / 2 / view.current.zoom;
    zoomAt((c.clientX + d.clientX) / 2 - box.left, (c.clientY + d.clientY) / 2 - box.top, apart(c, d) / apart(a, b));
  }

  return {
    onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, event);
      if (down.current.size > 1) {
        drag.current = undefined;
        return;
      }
      drag.current = { x: event.clientX, y: event.clientY, moved: false, on: under(event) };
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>) => {
      if (down.current.size > 1) {
        pinch(event);
        return;
      }
      const now = drag.current;
      if (!now) {
        const at = under(event);
        event.currentTarget.style.cursor = at ? 'pointer' : 'grab';
        event.currentTarget.title = at ? labelOf(at.node) : '';
        return;
      }
      if (!now.moved && Math.hypot(event.clientX - now.x, event.clientY - now.y) < slack) return;
      now.moved = true;
      // A finger moves the picture: a narrow screen has no free room beyond the nodes.
      if (now.on && sortable && event.pointerType !== 'touch' && sortOf(now.on.node)) {
        const over = under(event);
        const fits = over && over.node !== now.on.node && over.node.parent === now.on.node.parent;
        now.over = fits && sortOf(over.node) === sortOf(now.on.node) ? over : undefined;
      } else {
        view.current.x -= (event.clientX - now.x) / view.current.zoom;
        view.current.y -= (event.clientY - now.y) / view.current.zoom;
        now.x = event.clientX;
        now.y = event.clientY;
        keepNear(view.current);
      }
      paint();
    },
    onPointerUp: (event: React.PointerEvent<HTMLElement>) => {
      down.current.delete(event.pointerId);
      const now = drag.current;
      drag.current = undefined;
      if (now?.moved && now.on && now.over) onMove(now.on.node, now.over.node);
      else if (now && !now.moved && now.on) {
        onSelect(now.on.node);
        if (now.on.node.children.length > 0) onToggle(now.on.node);
      }
      paint();
    },
    onPointerCancel: (event: React.PointerEvent<HTMLElement>) => {
      down.current.delete(event.pointerId);
      drag.current = undefined;
      paint();
    },
  };
}

/** The topology on a canvas: only the visible part is drawn, so thousands of nodes move as smoothly as ten. */
export function TopologyCanvas(props: Props) {
  const drag = useRef<Drag>(undefined);
  const picture = usePicture(props, drag);
  const pointers = usePointers(props, picture, drag);
  const { area, canvas, width, height, zoomAt, showAll } = picture;
  return (
    <div ref={area} className={styles.area}>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={props.label} {...pointers} />
      <MapControls low onZoom={(step) => zoomAt(width / 2, height / 2, zoomStep ** step)} onFit={showAll} />
    </div>
  );
}
