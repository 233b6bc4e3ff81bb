import { placeOf, type Scene, type SceneCurve, type SceneNode } from './scene';
import { type Camera, projector, type Size } from './space';

/** A node of a curve, and where the picture shows it. */
export interface Hit {
  curve: SceneCurve;
  node: SceneNode;
  x: number;
  y: number;
}

/** Distance in pixels within which the pointer finds a node. */
const reach = 14;

/** hitAt finds the node nearest to a place in the picture; of two at one place the nearer to the viewer. */
export function hitAt(scene: Scene, camera: Camera, size: Size, x: number, y: number): Hit | null {
  const to = projector(camera, scene.box, size);
  let found: Hit | null = null;
  let [best, nearest] = [reach, Number.NEGATIVE_INFINITY];
  for (const curve of scene.curves) {
    for (const node of curve.nodes) {
      const at = placeOf(node, scene.exaggeration);
      if (!at) continue;
      const [px, py, near] = to(at);
      const far = Math.hypot(px - x, py - y);
      if (far < best - 0.5 || (far < best + 0.5 && far < reach && near > nearest)) {
        [best, nearest] = [Math.min(far, best), near];
        found = { curve, node, x: px, y: py };
      }
    }
  }
  return found;
}

/** hitOf is a node of the current curve in the picture. */
export function hitOf(scene: Scene, camera: Camera, size: Size, no: number): Hit | null {
  const curve = scene.curves.find((one) => one.current);
  const node = curve?.nodes.find((one) => one.no === no);
  const at = node && placeOf(node, scene.exaggeration);
  if (!curve || !node || !at) return null;
  const [x, y] = projector(camera, scene.box, size)(at);
  return { curve, node, x, y };
}
