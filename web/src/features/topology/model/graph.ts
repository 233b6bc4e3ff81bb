import { pointMark } from '@/entities/alert/mark';
import type { Topology } from '../queries';
import { channelOf, feed, hang, node, sumUp, type TopoNode } from './node';

/** The topology as trees: DTU, collector, channel, device, point; points without a device form their own group. */
export function buildGraph(topology: Topology): TopoNode[] {
  const devices = new Map<number, TopoNode>();
  for (const device of topology.devices) {
    const made = node(device.kind, device.id, device.name, device.type);
    made.also = [device.sncode, device.register].filter(Boolean).join(' ');
    made.status = device.status;
    made.health = device.health;
    made.lastSeen = device.lastSeen;
    made.deviceId = device.id;
    devices.set(device.id, made);
  }
  const roots: TopoNode[] = [];
  for (const device of topology.devices) {
    const own = devices.get(device.id);
    const parent = devices.get(device.parentId);
    if (!own) continue;
    if (!parent || parent === own || isBelow(parent, own)) roots.push(own);
    else hang(own, device.channel > 0 ? channelOf(parent, device.channel) : parent);
  }
  const loose = node('loose', 0, '', '');
  for (const point of topology.points) {
    const made = node('point', point.id, point.name, point.measurement);
    made.level = pointMark(point.level, point.lastReading);
    made.lastSeen = point.lastReading;
    made.structureId = point.structureId;
    const feeding = devices.get(point.deviceId);
    feed(made, feeding);
    if (!feeding) hang(made, loose);
    else hang(made, point.channel > 0 ? channelOf(feeding, point.channel) : feeding);
  }
  if (loose.children.length > 0) roots.push(loose);
  for (const root of roots) sumUp(root);
  return roots;
}

/** Devices that form a cycle become roots. */
function isBelow(candidate: TopoNode, of: TopoNode): boolean {
  for (let at = candidate.parent; at; at = at.parent) if (at === of) return true;
  return false;
}

/** All nodes by key. */
export function indexOf(roots: readonly TopoNode[]): Map<string, TopoNode> {
  const index = new Map<string, TopoNode>();
  const visit = (one: TopoNode) => {
    index.set(one.key, one);
    one.children.forEach(visit);
  };
  roots.forEach(visit);
  return index;
}

/** Nodes whose name, serial number or register contains a text, ignoring case, in the order of the trees. */
export function found(index: ReadonlyMap<string, TopoNode>, text: string): TopoNode[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  return [...index.values()].filter(
    ({ kind, name, also }) => kind !== 'channel' && `${name}\n${also}`.toLowerCase().includes(wanted),
  );
}

/** The keys of all nodes above one. */
export function above(one: TopoNode): string[] {
  const keys: string[] = [];
  for (let at = one.parent; at; at = at.parent) keys.push(at.key);
  return keys;
}

/**
 * The nodes among which a node can be ordered: its siblings of the same sort; undefined for channels, which are
 * ordered by number.
 */
export function sortOf({ kind }: TopoNode): 'device' | 'point' | 'structure' | undefined {
  switch (kind) {
    case 'channel':
    case 'loose':
      return undefined;
    case 'point':
      return 'point';
    case 'structure':
    case 'item':
      return 'structure';
    default:
      return 'device';
  }
}

/**
 * The siblings of a node that are ordered with it: devices with devices, points with points, structures with
 * structures. Devices on channels follow the channels of their collector.
 */
export function siblingsOf(one: TopoNode, roots: readonly TopoNode[]): TopoNode[] {
  const sort = sortOf(one);
  const all = one.parent ? one.parent.children : roots;
  return sort ? all.filter((other) => sortOf(other) === sort) : [];
}

/** The ids of the siblings whose positions change when one is moved, in their new order. */
export function movedTo(siblings: readonly TopoNode[], one: TopoNode, place: number): number[] {
  const from = siblings.indexOf(one);
  const to = Math.max(0, Math.min(place, siblings.length - 1));
  const between = siblings.slice(Math.min(from, to), Math.max(from, to) + 1).filter((other) => other !== one);
  const moved = to < from ? [one, ...between] : [...between, one];
  return moved.map(({ id }) => id);
}
