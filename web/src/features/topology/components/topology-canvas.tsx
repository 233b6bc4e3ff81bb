import { useCallback, useEffect, useRef } from 'react';
import { useLanguage } from '@/shared/i18n/use-language';
import { fontFamily } from '@/shared/theme/antd-theme';
import { useTheme } from '@/shared/theme/theme-store';
import { tokens } from '@/shared/theme/tokens';
import { useSize } from '@/shared/ui/use-size';
import { sortOf } from '../model/graph';
import { boxWidth, type Layout, nodeAt, type Placed, rowHeight } from '../model/layout';
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

/** The topology on a canvas: only what can be seen is drawn, so thousands of nodes move as easily as ten. */
export function TopologyCanvas({
  layout,
  label,
  selected,
  hits,
  labelOf,
  sortable,
  onSelect,
  onToggle,
  onMove,
}: Props) {
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(area);
  const theme = useTheme();
  const language = useLanguage();
  const view = useRef<View>({ x: -margin, y: -margin, zoom: 1 });
  const drag = useRef<{ x: number; y: number; moved: boolean; on: Placed | undefined; over?: Placed | undefined }>(
    undefined,
  );
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
  }, []);

  const keepNear = useCallback((at: View) => {
    const now = latest.current;
    at.x = Math.min(Math.max(at.x, -margin), Math.max(-margin, now.layout.width + margin - now.width / at.zoom));
    at.y = Math.min(Math.max(at.y, -margin), Math.max(-margin, now.layout.height + margin - now.height / at.zoom));
  }, []);

  useEffect(() => {
    latest.current = { layout, selected, hits, labelOf, width, height, theme, language };
    paint();
  });

  // What was chosen elsewhere, in the tree or by the search, comes into the picture.
  useEffect(() => {
    const at = selected ? latest.current.layout.byKey.get(selected) : undefined;
    if (!at || height === 0) return;
    const { zoom, y } = view.current;
    const top = at.y - rowHeight;
    if (top < y || at.y + rowHeight > y + height / zoom) view.current.y = Math.max(-margin, at.y - height / zoom / 2);
    // Those above it stay in sight as far as there is room.
    const room = width / zoom;
    if (at.x < view.current.x || at.x + boxWidth > view.current.x + room) {
      view.current.x = Math.max(-margin, at.x + boxWidth + margin - room * 0.8);
    }
    paint();
  }, [selected, height, width, paint]);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = view.current;
      if (event.ctrlKey) {
        const zoom = Math.min(most, Math.max(least, at.zoom * Math.exp(-event.deltaY / 300)));
        at.x += event.offsetX / at.zoom - event.offsetX / zoom;
        at.y += event.offsetY / at.zoom - event.offsetY / zoom;
        at.zoom = zoom;
      } else {
        at.x += (event.shiftKey ? event.deltaY : event.deltaX) / at.zoom;
        at.y += (event.shiftKey ? 0 : event.deltaY) / at.zoom;
      }
      keepNear(at);
      paint();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [keepNear, paint]);

  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const under = (event: React.PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const { x, y, zoom } = view.current;
    return nodeAt(layout, (event.clientX - box.left) / zoom + x, (event.clientY - box.top) / zoom + y);
  };

  return (
    <div ref={area} className={styles.area}>
      <canvas
        ref={canvas}
        className={styles.canvas}
        role="img"
        aria-label={label}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, moved: false, on: under(event) };
        }}
        onPointerMove={(event) => {
          const now = drag.current;
          if (!now) {
            event.currentTarget.style.cursor = under(event) ? 'pointer' : 'grab';
            return;
          }
          if (!now.moved && Math.hypot(event.clientX - now.x, event.clientY - now.y) < slack) return;
          now.moved = true;
          if (now.on && sortable && sortOf(now.on.node)) {
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
        }}
        onPointerUp={() => {
          const now = drag.current;
          drag.current = undefined;
          if (now?.moved && now.on && now.over) onMove(now.on.node, now.over.node);
          else if (now && !now.moved && now.on) {
            onSelect(now.on.node);
            if (now.on.node.children.length > 0) onToggle(now.on.node);
          }
          paint();
        }}
        onPointerCancel={() => {
          drag.current = undefined;
          paint();
        }}
      />
    </div>
  );
}
