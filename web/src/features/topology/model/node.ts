import { type Mark, markRank } from '@/entities/alert/mark';

export type NodeKind = 'DTU' | 'Collector' | 'channel' | 'Measuring' | 'structure' | 'item' | 'point' | 'loose';

/** A node of the topology or the project tree with its children. */
export interface TopoNode {
  key: string;
  kind: NodeKind;
  /** Id of the device, structure or point; a channel's number; 0 for the group of points without a device. */
  id: number;
  name: string;
  /** Further search texts: serial number and register of a device. */
  also: string;
  /** Device type, structure type or measurement. */
  type: string;
  parent: TopoNode | undefined;
  children: TopoNode[];
  /** Status of the device, or of the one that feeds the point; otherwise empty. */
  status: string;
  health: string;
  lastSeen: number;
  /** Level of the point, or the highest below. */
  level: Mark;
  /** Points below. */
  points: number;
  structureId: number;
  /** The device itself, or the one that feeds the point; 0: none. */
  deviceId: number;
  /** The devices below. */
  below: DevicesBelow;
}

/** Device counts by state. */
export interface DevicesBelow {
  devices: number;
  offline: number;
  asleep: number;
  /** Those with a fault, and one fault of theirs. */
  faulty: number;
  fault: string;
}

const prefixes: Record<NodeKind, string> = {
  DTU: 'd',
  Collector: 'd',
  Measuring: 'd',
  channel: 'c',
  structure: 's',
  item: 's',
  point: 'p',
  loose: 'loose',
};

export function node(kind: NodeKind, id: number, name: string, type: string): TopoNode {
  return {
    key: `${prefixes[kind]}${id}`,
    kind,
    id,
    name,
    also: '',
    type,
    parent: undefined,
    children: [],
    status: '',
    health: '',
    lastSeen: 0,
    level: 'noData',
    points: 0,
    structureId: 0,
    deviceId: 0,
    below: { devices: 0, offline: 0, asleep: 0, faulty: 0, fault: '' },
  };
}

export function hang(child: TopoNode, parent: TopoNode): void {
  child.parent = parent;
  parent.children.push(child);
}

/** The channel of a device, created on first use. */
export function channelOf(parent: TopoNode, channel: number): TopoNode {
  const key = `${parent.key}c${channel}`;
  const known = parent.children.find((child) => child.key === key);
  if (known) return known;
  const made = { ...node('channel', channel, String(channel), ''), key };
  hang(made, parent);
  return made;
}

/** Sets the status of the device that feeds a point. */
export function feed(point: TopoNode, device: { id: number; status: string; health: string } | undefined): void {
  point.deviceId = device?.id ?? 0;
  point.status = device?.status ?? '';
  point.health = device?.health ?? '';
}

/** Sums up levels, points and devices from the bottom to every node. */
export function sumUp(one: TopoNode): Map<number, TopoNode> {
  const devices = new Map<number, TopoNode>();
  for (const child of one.children) {
    for (const [id, device] of sumUp(child)) devices.set(id, device);
    one.points += child.points;
    if (child.points > 0 && markRank(child.level) > markRank(one.level)) one.level = child.level;
  }
  if (one.kind === 'point') one.points = 1;
  if (one.kind !== 'point')
    one.below = stateOf([...devices.values()].filter(({ deviceId }) => deviceId !== one.deviceId));
  if (one.status) devices.set(one.deviceId, one);
  return devices;
}

function stateOf(devices: readonly TopoNode[]): DevicesBelow {
  const faulty = devices.filter(({ health }) => health !== 'normal');
  return {
    devices: devices.length,
    offline: devices.filter(({ status }) => status === 'offline').length,
    asleep: devices.filter(({ status }) => status === 'sleep').length,
    faulty: faulty.length,
    fault: faulty[0]?.health ?? '',
  };
}
