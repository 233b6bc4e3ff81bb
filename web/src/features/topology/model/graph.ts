import { asLevel, type Level } from '@/shared/theme/tokens';
import type { Topology } from '../queries';

export type NodeKind = 'DTU' | 'Collector' | 'channel' | 'Measuring' | 'point' | 'loose';

/** A node of the topology with what hangs below it. */
export interface TopoNode {
  key: string;
  kind: NodeKind;
  /** Of the device or point; of a channel its number; 0 of the group of points without a device. */
  id: number;
  name: string;
  /** Device type or measurement. */
  type: string;
  parent: TopoNode | undefined;
  children: TopoNode[];
  /** Devices only. */
  status: string;
  health: string;
  lastSeen: number;
  /** Of the point, or the highest below. */
  level: Level;
  /** Points below. */
  points: number;
  structureId: number;
}

function node(kind: NodeKind, id: number, name: string, type: string): TopoNode {
  const key = `${kind === 'point' ? 'p' : kind === 'loose' ? 'loose' : 'd'}${id}`;
  return {
    key,
    kind,
    id,
    name,
    type,
    parent: undefined,
    children: [],
    status: '',
    health: '',
    lastSeen: 0,
    level: 0,
    points: 0,
    structureId: 0,
  };
}

function hang(child: TopoNode, parent: TopoNode): void {
  child.parent = parent;
  parent.children.push(child);
}

/** The channel of a device, made when it is first named. */
function channelOf(parent: TopoNode, channel: number): TopoNode {
  const key = `${parent.key}c${channel}`;
  const known = parent.children.find((child) => child.key === key);
  if (known) return known;
  const made = { ...node('channel', channel, String(channel), ''), key };
  hang(made, parent);
  return made;
}

function sumUp(one: TopoNode): void {
  for (const child of one.children) {
    sumUp(child);
    one.points += child.points;
    if (child.level > one.level) one.level = child.level;
  }
  if (one.kind === 'point') one.points = 1;
}

/** The topology as trees: DTU, collector, channel, device, point; points without a device are a group of their own. */
export function buildGraph(topology: Topology): TopoNode[] {
  const devices = new Map<number, TopoNode>();
  for (const device of topology.devices) {
    const made = node(device.kind as NodeKind, device.id, device.name, device.type);
    made.status = device.status;
    made.health = device.health;
    made.lastSeen = device.lastSeen;
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
    made.level = asLevel(point.level);
    made.lastSeen = point.lastReading;
    made.structureId = point.structureId;
    const feeding = devices.get(point.deviceId);
    if (!feeding) hang(made, loose);
    else hang(made, point.channel > 0 ? channelOf(feeding, point.channel) : feeding);
  }
  if (loose.children.length > 0) roots.push(loose);
  for (const root of roots) sumUp(root);
  return roots;
}

/** Devices that hang on one another in a circle are roots. */
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

/** Nodes whose name holds a text, without regard to case, in the order of the trees. */
export function found(index: ReadonlyMap<string, TopoNode>, text: string): TopoNode[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  return [...index.values()].filter(({ kind, name }) => kind !== 'channel' && name.toLowerCase().includes(wanted));
}

/** The keys of all nodes above one. */
export function above(one: TopoNode): string[] {
  const keys: string[] = [];
  for (let at = one.parent; at; at = at.parent) keys.push(at.key);
  return keys;
}

/** Whether people may order a node among its siblings; channels stand by their number. */
export function isSortable({ kind }: TopoNode): boolean {
  return kind !== 'channel' && kind !== 'loose';
}

/**
 * The siblings of a node that are ordered with it: devices with devices, points with points. Devices on channels stand
 * by the channels of their collector.
 */
export function siblingsOf(one: TopoNode, roots: readonly TopoNode[]): TopoNode[] {
  const all = one.parent ? one.parent.children : roots;
  return all.filter((other) => isSortable(other) && (other.kind === 'point') === (one.kind === 'point'));
}

/** The ids of the siblings with one of them moved to a place. */
export function movedTo(siblings: readonly TopoNode[], one: TopoNode, place: number): number[] {
  const others = siblings.filter((other) => other !== one).map(({ id }) => id);
  const at = Math.max(0, Math.min(place, others.length));
  return [...others.slice(0, at), one.id, ...others.slice(at)];
}
