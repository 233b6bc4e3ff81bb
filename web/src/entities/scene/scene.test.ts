import { expect, test } from 'vitest';
import { chartTheme } from '@/entities/chart/chart-theme';
import type { ChartContext } from '@/entities/chart/chart-words';
import { axesDrawing, curvesDrawing } from './drawing';
import { hitAt, hitOf } from './hit';
import { meshOf } from './mesh';
import { autoExaggeration, runsOf, type SceneCurve, sceneOf } from './scene';
import { namedCamera, projector } from './space';

const context = {
  theme: chartTheme.default,
  zone: 'UTC',
  narrow: false,
  words: { number: (v: number, d: number) => v.toFixed(d) },
} as unknown as ChartContext;
const size = { width: 800, height: 600 };
const texts = { right: 'E (mm)', up: 'N (mm)', depth: 'Depth (m)', caption: '×100' };

const curve = (t: number, current: boolean, largest: number): SceneCurve => ({
  t,
  color: t,
  current,
  nodes: [0, 4, 8, 12].map((depth, no) => ({ no, depth, right: (largest * (12 - depth)) / 12, up: 0 })),
});

test('the largest displacement is a quarter of the length', () => {
  expect(autoExaggeration(30, 12)).toBe(100);
  expect(autoExaggeration(0.1, 12)).toBe(1000);
  expect(autoExaggeration(9000, 12)).toBe(1);
  expect(autoExaggeration(0, 12)).toBe(1);
  const scene = sceneOf([curve(0, false, 10), curve(1, true, 30)], new Map(), null, 2);
  expect([scene.exaggeration, scene.length, scene.reach.max]).toEqual([100, 12, 30]);
  expect(sceneOf(scene.curves, new Map(), 5, 2).exaggeration).toBe(5);
});

test('a missing node breaks the curve', () => {
  const broken: SceneCurve = {
    ...curve(1, true, 30),
    nodes: curve(1, true, 30).nodes.map((node) => (node.no === 1 ? { ...node, up: null } : node)),
  };
  expect(runsOf(broken, 100).map((run) => run.length)).toEqual([1, 2]);
  const scene = sceneOf([broken], new Map(), null, 2);
  expect(curvesDrawing(scene, namedCamera('a', 90), size, context).filter((one) => one.kind === 'dot')).toHaveLength(4);
});

test('the flat drawing has labels with units, and levels in their colors', () => {
  const scene = sceneOf([curve(1, true, 30)], new Map([[0, 3]] as const), null, 2);
  const camera = namedCamera('usual', 0);
  const words = axesDrawing(scene, texts, camera, size, context).flatMap((one) =>
    one.kind === 'text' ? one.text : [],
  );
  expect(words).toEqual(expect.arrayContaining(['E (mm)', 'N (mm)', 'Depth (m)', '×100', '0', '12']));
  // From the front the other axis of the plan is a point and has no labels, from above the depth.
  const front = axesDrawing(scene, texts, namedCamera('b', 0), size, context).flatMap((one) =>
    one.kind === 'text' ? one.text : [],
  );
  expect(front).toContain('E (mm)');
  expect(front).not.toContain('N (mm)');
  const above = axesDrawing(scene, texts, namedCamera('top', 0), size, context);
  expect(above.some((one) => one.kind === 'text' && one.text === 'Depth (m)')).toBe(false);
  const [top] = curvesDrawing(scene, camera, size, context).filter(
    (one) => one.kind === 'dot' && one.color === chartTheme.default.levelFill[3],
  );
  const [x = 0, y = 0] = projector(camera, scene.box, size)([3, 0, 0]);
  expect(top).toMatchObject({ at: [x, y] });
});

test('the pointer finds the nearest node', () => {
  const scene = sceneOf([curve(0, false, 10), curve(1, true, 30)], new Map(), null, 2);
  const camera = namedCamera('a', 90);
  const hit = hitOf(scene, camera, size, 1);
  if (!hit) throw new Error('no node');
  expect(hitAt(scene, camera, size, hit.x + 5, hit.y - 5)).toMatchObject({ node: { no: 1 }, curve: { t: 1 } });
  expect(hitAt(scene, camera, size, hit.x + 60, hit.y)).toBeNull();
  expect(hitOf(scene, camera, size, 99)).toBeNull();
});

test('the mesh of 200 nodes at 11 times is one list of triangles', () => {
  const nodes = Array.from({ length: 200 }, (_, no) => ({ no, depth: no / 2, right: no / 10, up: -no / 20 }));
  const curves = Array.from({ length: 11 }, (_, i) => ({ t: i, color: i, current: i === 10, nodes }));
  const mesh = meshOf(sceneOf(curves, new Map(), null, 2), chartTheme.white);
  const corners = 2 * 8 + 11 * 200 * 8 + 200 * 7 * 11;
  expect([mesh.positions.length, mesh.normals.length, mesh.colors.length]).toEqual(Array(3).fill(corners * 3));
  expect(Math.max(...mesh.indices)).toBe(corners - 1);
  expect(mesh.positions.every(Number.isFinite)).toBe(true);
});
