import type { Structure } from '@/api/types';
import { pointMark } from '@/entities/alert/mark';
import type { Topology } from '../queries';
import { feed, hang, node, sumUp, type TopoNode } from './node';

/** The project as trees: structure, item, point, in their configured order. A point shows the status of its device. */
export function buildProjectTree(structures: readonly Structure[], { devices, points }: Topology): TopoNode[] {
  const places = new Map<number, TopoNode>();
  for (const structure of structures) {
    const made = node(structure.isItem ? 'item' : 'structure', structure.id, structure.name, structure.type ?? '');
    made.structureId = structure.id;
    places.set(structure.id, made);
  }
  const roots: TopoNode[] = [];
  for (const { id, parentId } of structures) {
    const own = places.get(id);
    const parent = places.get(parentId ?? 0);
    if (!own) continue;
    if (parent && parent !== own) hang(own, parent);
    else roots.push(own);
  }
  const feeding = new Map(devices.map((device) => [device.id, device]));
  for (const point of points) {
    const place = places.get(point.itemId) ?? places.get(point.structureId);
    if (!place) continue;
    const made = node('point', point.id, point.name, point.measurement);
    made.level = pointMark(point.level, point.lastReading);
    made.lastSeen = point.lastReading;
    made.structureId = point.structureId;
    feed(made, feeding.get(point.deviceId));
    hang(made, place);
  }
  for (const root of roots) sumUp(root);
  return roots;
}
