import { levelGlyph, levelOutline, noDataDashes, notJudgedBar } from '@/entities/alert/level-shapes';
import { isLevel, type Mark, markRank } from '@/entities/alert/mark';
import { type DeviceSign, healthSigns, stateSigns } from '@/entities/device/device-signs';
import { inkOnLevel, levelFill, type Tokens } from '@/ui/theme/tokens';
import { boxHeight, gap, type Layout, type Placed, rowsBetween } from '../model/layout';
import type { TopoNode } from '../model/node';

/** The visible part of the picture: its upper left corner at zoom 1, and the zoom. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export interface Look {
  width: number;
  height: number;
  /** Screen pixels per CSS pixel. */
  scale: number;
  tokens: Tokens;
  font: string;
  selected: string | undefined;
  hits: ReadonlySet<string>;
  labelOf: (node: TopoNode) => string;
  dragged: TopoNode | undefined;
  over: TopoNode | undefined;
}

const paths = new Map<string, Path2D>();

function pathOf(text: string): Path2D {
  const known = paths.get(text);
  if (known) return known;
  const made = new Path2D(text);
  paths.set(text, made);
  return made;
}

/** Draws the rows that can be seen, and the lines that lead to them. */
export function drawLayout(target: CanvasRenderingContext2D, layout: Layout, view: View, look: Look): void {
  const { canvas } = target;
  const width = Math.round(look.width * look.scale);
  const height = Math.round(look.height * look.scale);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  target.setTransform(1, 0, 0, 1, 0, 0);
  target.clearRect(0, 0, width, height);
  const zoom = view.zoom * look.scale;
  target.setTransform(zoom, 0, 0, zoom, -view.x * zoom, -view.y * zoom);
  const { from, to } = rowsBetween(layout.rows.length, view.y, view.y + look.height / view.zoom);
  const seen = layout.rows.slice(from, to).flat();
  drawLines(target, layout, seen, look);
  target.font = `12px ${look.font}`;
  target.textBaseline = 'middle';
  for (const one of seen) drawNode(target, one, look);
}

function drawLines(target: CanvasRenderingContext2D, layout: Layout, seen: readonly Placed[], look: Look): void {
  target.beginPath();
  const drawn = new Set<string>();
  for (const { node, x, y } of seen) {
    if (!node.parent) continue;
    target.moveTo(x - gap / 2, y);
    target.lineTo(x, y);
    // Vertical lines run past all children, even if none is visible: each is drawn once.
    for (let at: TopoNode | undefined = node.parent; at && !drawn.has(at.key); at = at.parent) {
      drawn.add(at.key);
      const from = layout.byKey.get(at.key);
      const first = layout.byKey.get(at.children[0]?.key ?? '');
      const last = layout.byKey.get(at.children.at(-1)?.key ?? '');
      if (!from || !first || !last) continue;
      const bend = first.x - gap / 2;
      target.moveTo(from.x + from.width, from.y);
      target.lineTo(bend, from.y);
      target.lineTo(bend, last.y);
    }
  }
  target.strokeStyle = look.tokens.lineCtl;
  target.lineWidth = 1;
  target.stroke();
}

function drawNode(target: CanvasRenderingContext2D, { node, x, y, width, open }: Placed, look: Look): void {
  const { tokens } = look;
  const top = y - boxHeight / 2;
  const chosen = node.key === look.selected;
  target.globalAlpha = look.dragged === node ? 0.4 : 1;
  target.beginPath();
  target.roundRect(x, top, width, boxHeight, 6);
  target.fillStyle = chosen ? tokens.selected : look.hits.has(node.key) ? tokens.hover : tokens.raised;
  target.fill();
  target.strokeStyle = chosen || look.over === node ? tokens.link : tokens.line;
  target.lineWidth = chosen || look.over === node ? 2 : 1;
  target.stroke();
  let left = x + 8;
  if (node.kind === 'point' || markRank(node.level) > 0) {
    sign(target, left, y - 7, node.level, tokens);
    left += 18;
  }
  if (node.status) left = deviceSigns(target, node, left, y, tokens);
  // The children of an expanded device show their own state.
  if (!node.status || !open) left = belowSigns(target, node, left, y, tokens);
  const right = x + width - (node.children.length > 0 ? 34 : 8);
  target.fillStyle = node.kind === 'channel' ? tokens.text2 : tokens.text;
  target.fillText(fitting(target, look.labelOf(node), right - left), left, y);
  if (node.children.length > 0) {
    target.fillStyle = tokens.text3;
    target.textAlign = 'right';
    target.fillText(`${node.children.length} ${open ? '−' : '+'}`, x + width - 8, y);
    target.textAlign = 'left';
  }
  target.globalAlpha = 1;
}

function deviceSigns(target: CanvasRenderingContext2D, node: TopoNode, x: number, y: number, tokens: Tokens): number {
  const left = stroke(target, stateSigns[node.status], x, y, tokens);
  return node.health === 'normal' ? left : stroke(target, healthSigns[node.health], left, y, tokens);
}

/** The offline and faulty devices below; for other nodes also that all are well. */
function belowSigns(target: CanvasRenderingContext2D, node: TopoNode, x: number, y: number, tokens: Tokens): number {
  const { devices, offline, asleep, faulty, fault } = node.below;
  if (devices === 0) return x;
  const all = asleep === devices ? stateSigns.sleep : stateSigns.online;
  if (offline + faulty === 0) return node.status ? x : stroke(target, all, x, y, tokens);
  let left = x;
  for (const { count, sign } of [
    { count: offline, sign: stateSigns.offline },
    { count: faulty, sign: healthSigns[fault] },
  ]) {
    if (count === 0) continue;
    left = stroke(target, sign, left, y, tokens) - 2;
    target.fillStyle = tokens.fault;
    target.fillText(String(count), left, y);
    left += target.measureText(String(count)).width + 6;
  }
  return left;
}

function stroke(
  target: CanvasRenderingContext2D,
  sign: DeviceSign | undefined,
  x: number,
  y: number,
  tokens: Tokens,
): number {
  if (!sign) return x;
  const colors = { plain: tokens.text, quiet: tokens.text3, fault: tokens.fault };
  target.save();
  target.translate(x, y - 7);
  target.scale(0.875, 0.875);
  target.strokeStyle = colors[sign.look];
  target.lineWidth = 1.5;
  target.stroke(pathOf(sign.path));
  target.restore();
  return x + 18;
}

function sign(target: CanvasRenderingContext2D, x: number, y: number, mark: Mark, tokens: Tokens) {
  target.save();
  target.translate(x, y);
  target.scale(0.875, 0.875);
  target.lineCap = 'round';
  if (isLevel(mark)) {
    target.fillStyle = levelFill[mark];
    target.fill(pathOf(levelOutline[mark]));
    target.strokeStyle = inkOnLevel;
    target.lineWidth = 1.7;
    target.stroke(pathOf(levelGlyph[mark]));
  } else {
    target.strokeStyle = tokens.lineStrong;
    target.lineWidth = 1.5;
    if (mark === 'notJudged') target.stroke(pathOf(notJudgedBar));
    else target.setLineDash(noDataDashes.split(' ').map(Number));
    target.stroke(pathOf(levelOutline[0]));
  }
  target.restore();
}

/** The text, truncated with an ellipsis if it is too long. */
function fitting(target: CanvasRenderingContext2D, text: string, room: number): string {
  if (target.measureText(text).width <= room) return text;
  let kept = text;
  while (kept.length > 1 && target.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1);
  return `${kept}…`;
}
