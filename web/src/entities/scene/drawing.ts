import type { EChartsOption } from 'echarts';
import type { Mark } from '@/entities/alert/mark';
import { isLevel } from '@/entities/alert/mark';
import { frame } from '@/entities/chart/axes';
import { type ChartTheme, chartFont } from '@/entities/chart/chart-theme';
import type { ChartContext } from '@/entities/chart/chart-words';
import { placeOf, runsOf, type Scene, type SceneCurve, type SceneTexts, ticksOf } from './scene';
import { type Camera, directions, type Projected, projector, type Size, type Vec } from './space';

type Pixel = readonly [x: number, y: number];

/** What a flat drawing consists of, from back to front, in pixels. */
export type Stroke =
  | { kind: 'line'; points: readonly Pixel[]; color: string; width: number }
  | { kind: 'dot'; at: Pixel; radius: number; color: string; edge: string }
  | { kind: 'text'; at: Pixel; text: string; align: 'left' | 'center' | 'right'; color: string; strong?: true };

/** Least distance in pixels between the labels of an axis. */
const labelRoom = { plan: 40, depth: 18 };

/** curveColor is the color of a compared time. */
export const curveColor = ({ color }: Pick<SceneCurve, 'color'>, { palette }: ChartTheme): string =>
  palette[color % palette.length] as string;

/** nodeColor is the color of a node's level, gray where it is not judged. */
export const nodeColor = (mark: Mark | undefined, theme: ChartTheme): string =>
  mark !== undefined && isLevel(mark) ? (theme.levelFill[mark] as string) : theme.lineStrong;

const flat = ([x, y]: Projected): Pixel => [x, y];
const apart = (a: Pixel, b: Pixel) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** sparse keeps every n-th tick so that labels have room; zero stays. */
function sparse(ticks: readonly number[], at: (tick: number) => Pixel, room: number): number[] {
  const [a, b] = ticks;
  if (a === undefined || b === undefined) return [...ticks];
  const space = apart(at(a), at(b));
  if (space * (ticks.length - 1) < room) return [];
  const every = Math.max(1, Math.ceil(room / space));
  return ticks.filter((tick) => Math.round(tick / (b - a)) % every === 0);
}

interface Frame {
  scene: Scene;
  to: (at: Vec) => Projected;
  seen: ReturnType<typeof directions>;
  context: ChartContext;
}

/** grid is the floor, and the walls behind the curves. */
function grid({
  scene: { reach, depths, box, exaggeration },
  to,
  seen: { toward },
  context: { theme },
}: Frame): Stroke[] {
  const { half, depth } = box;
  const line = (from: Vec, until: Vec, color = theme.grid): Stroke => ({
    kind: 'line',
    points: [flat(to(from)), flat(to(until))],
    color,
    width: 1,
  });
  const plan = ticksOf(reach).map((tick) => (tick * exaggeration) / 1000);
  const shade = (at: number) => (Math.abs(at) < 1e-9 ? theme.lineCtl : theme.grid);
  const floor = plan.flatMap((at) => [
    line([at, -half, -depth], [at, half, -depth], shade(at)),
    line([-half, at, -depth], [half, at, -depth], shade(at)),
  ]);
  if (toward[2] > 0.999) return floor;
  const [bx, by] = [toward[0] > 0 ? -half : half, toward[1] > 0 ? -half : half];
  const walls = ticksOf(depths).flatMap((at) => [
    line([bx, -half, -at], [bx, half, -at]),
    line([-half, by, -at], [half, by, -at]),
  ]);
  const edges = [
    [bx, by],
    [-bx, by],
    [bx, -by],
  ].map(([x = 0, y = 0]) => line([x, y, 0], [x, y, -depth], theme.lineCtl));
  return [...floor, ...walls, ...edges];
}

/** planLabels are the ticks and the name of an axis of the plan, along the edge of the floor that is in front. */
function planLabels({ scene, to, seen, context }: Frame, axis: 0 | 1, name: string): Stroke[] {
  const { theme, words } = context;
  const { reach, box, exaggeration } = scene;
  const other = axis === 0 ? 1 : 0;
  const nearer = seen.toward[other] - seen.up[other];
  // Seen from the side of the axis both edges are as near: the left one.
  const front = (Math.abs(nearer) > 1e-6 ? nearer : -seen.right[other]) > 0 ? box.half : -box.half;
  const on = (tick: number, aside = front): Vec => {
    const along = (tick * exaggeration) / 1000;
    return axis === 0 ? [along, aside, -box.depth] : [aside, along, -box.depth];
  };
  const [inner, outer] = [to(on(0)), to(on(0, front * 1.2))];
  const far = apart(flat(inner), flat(outer)) || 1;
  // The lower the viewer stands, the further below the floor labels go, which is then a line.
  const below = 0.8 * Math.hypot(seen.toward[0], seen.toward[1]);
  const away = [(outer[0] - inner[0]) / far, Math.max(below, (outer[1] - inner[1]) / far)] as const;
  const beyond = (tick: number, x: number, y: number): Pixel => {
    const at = to(on(tick));
    return [at[0] + away[0] * x, at[1] + away[1] * 16 + y];
  };
  const ticks = sparse(ticksOf(reach), (tick) => flat(to(on(tick))), labelRoom.plan);
  const text = (at: Pixel, what: string, strong = false): Stroke => ({
    ...{ kind: 'text', at, text: what, align: 'center', color: strong ? theme.text2 : theme.text3 },
    ...(strong ? { strong } : {}),
  });
  if (ticks.length === 0) return [];
  return [
    ...ticks.map((tick) => text(beyond(tick, 18, 3), words.number(tick, reach.decimals))),
    text(beyond(0, 56, 22), name, true),
  ];
}

/** depthLabels are the ticks and the name of the depth, at the edge of the box that is leftmost in the picture. */
function depthLabels({ scene, to, seen: { toward }, context: { theme, words } }: Frame, name: string): Stroke[] {
  const { half, depth } = scene.box;
  const corners = [
    [half, half],
    [half, -half],
    [-half, half],
    [-half, -half],
  ] as const;
  // Of two corners that hide one another the nearer one.
  const [x, y] = corners.reduce((best, one) => {
    const [a, b] = [to([best[0], best[1], 0]), to([one[0], one[1], 0])];
    return b[0] < a[0] - 1e-6 || (Math.abs(b[0] - a[0]) <= 1e-6 && b[2] > a[2]) ? one : best;
  });
  const at = (tick: number): Pixel => flat(to([x, y, -tick]));
  const ticks = toward[2] > 0.999 ? [] : sparse(ticksOf(scene.depths), at, labelRoom.depth);
  if (ticks.length === 0) return [];
  const collar = at(0);
  return [
    { kind: 'line', points: [collar, at(depth)], color: theme.lineCtl, width: 1 },
    ...ticks.map((tick): Stroke => {
      const [px, py] = at(tick);
      const text = words.number(tick, scene.depths.decimals);
      return { kind: 'text', at: [px - 8, py], text, align: 'right', color: theme.text3 };
    }),
    { kind: 'text', at: [collar[0], collar[1] - 18], text: name, align: 'center', color: theme.text2, strong: true },
  ];
}

/** axesDrawing is everything behind the curves: grid, labels with units, and the exaggeration. */
export function axesDrawing(
  scene: Scene,
  texts: SceneTexts,
  camera: Camera,
  size: Size,
  context: ChartContext,
): Stroke[] {
  const framed = { scene, to: projector(camera, scene.box, size), seen: directions(camera), context };
  return [
    ...grid(framed),
    ...planLabels(framed, 0, texts.right),
    ...planLabels(framed, 1, texts.up),
    ...depthLabels(framed, texts.depth),
    { kind: 'text', at: [12, size.height - 14], text: texts.caption, align: 'left', color: context.theme.text3 },
  ];
}

/** curvesDrawing are the initial axis, the curves, and the levels of the nodes at the current time. */
export function curvesDrawing(scene: Scene, camera: Camera, size: Size, { theme }: ChartContext): Stroke[] {
  const to = projector(camera, scene.box, size);
  const axis: Stroke = {
    kind: 'line',
    points: [flat(to([0, 0, 0])), flat(to([0, 0, -scene.length]))],
    color: theme.lineStrong,
    width: 1.6,
  };
  const lines = scene.curves.flatMap((curve) =>
    runsOf(curve, scene.exaggeration).map((run): Stroke => {
      const [first] = run;
      const color = curveColor(curve, theme);
      return run.length === 1 && first
        ? { kind: 'dot', at: flat(to(first)), radius: 3, color, edge: theme.panel }
        : { kind: 'line', points: run.map((at) => flat(to(at))), color, width: curve.current ? 3 : 2 };
    }),
  );
  const current = scene.curves.find((curve) => curve.current)?.nodes ?? [];
  const balls = current.flatMap((node) => {
    const at = placeOf(node, scene.exaggeration);
    return at ? [{ at: to(at), color: nodeColor(scene.levels.get(node.no), theme) }] : [];
  });
  balls.sort((a, b) => a.at[2] - b.at[2]);
  return [
    axis,
    ...lines,
    ...balls.map(({ at, color }): Stroke => ({ kind: 'dot', at: flat(at), radius: 4, color, edge: theme.panel })),
  ];
}

function graphic(stroke: Stroke): object {
  const silent = true;
  if (stroke.kind === 'line') {
    const style = { stroke: stroke.color, lineWidth: stroke.width, fill: null, lineJoin: 'round' };
    return { type: 'polyline', silent, shape: { points: stroke.points.map((one) => [...one]) }, style };
  }
  const [x, y] = stroke.at;
  if (stroke.kind === 'dot') {
    const style = { fill: stroke.color, stroke: stroke.edge, lineWidth: 1 };
    return { type: 'circle', silent, shape: { cx: x, cy: y, r: stroke.radius }, style };
  }
  const { text, align, color, strong } = stroke;
  const look = { fontSize: 11, fontWeight: strong ? 600 : 400, fontFamily: chartFont, verticalAlign: 'middle' };
  return { type: 'text', silent, style: { text, x, y, fill: color, align, ...look } };
}

/** sceneOption is the whole scene as a flat chart: for the server, which has no graphics card, and for SVG. */
export function sceneOption(
  scene: Scene,
  texts: SceneTexts,
  camera: Camera,
  size: Size,
  context: ChartContext,
): EChartsOption {
  const strokes = [...axesDrawing(scene, texts, camera, size, context), ...curvesDrawing(scene, camera, size, context)];
  return { ...frame(context), graphic: strokes.map(graphic) as never, series: [] };
}

/** paint draws strokes on a canvas. */
export function paint(pen: CanvasRenderingContext2D, strokes: readonly Stroke[]) {
  for (const stroke of strokes) {
    if (stroke.kind === 'text') {
      pen.font = `${stroke.strong ? 600 : 400} 11px ${chartFont}`;
      pen.textAlign = stroke.align;
      pen.textBaseline = 'middle';
      pen.fillStyle = stroke.color;
      pen.fillText(stroke.text, stroke.at[0], stroke.at[1]);
      continue;
    }
    pen.beginPath();
    if (stroke.kind === 'line') {
      stroke.points.forEach(([x, y], i) => {
        if (i === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      });
      pen.strokeStyle = stroke.color;
      pen.lineWidth = stroke.width;
    } else {
      pen.arc(stroke.at[0], stroke.at[1], stroke.radius, 0, 2 * Math.PI);
      pen.fillStyle = stroke.color;
      pen.fill();
      pen.strokeStyle = stroke.edge;
      pen.lineWidth = 1;
    }
    pen.stroke();
  }
}
