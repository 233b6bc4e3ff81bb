import type { Structure } from '@/api/types';
import type { Topology } from '../queries';
import { above, buildGraph, found, indexOf, movedTo, siblingsOf } from './graph';
import { layOut, nodeAt, rowHeight, rowsBetween } from './layout';
import { buildProjectTree } from './project-tree';

function device(id: number, kind: string, parentId = 0, channel = 0): Topology['devices'][number] {
  return {
    id,
    parentId,
    channel,
    name: `${kind} ${id}`,
    kind: kind as 'DTU',
    type: 'HDA3',
    sncode: '',
    register: '',
    status: 'online',
    health: 'normal',
    lastSeen: 0,
    voltage: null,
  };
}

function point(id: number, deviceId: number, channel = 0, level = 0): Topology['points'][number] {
  return {
    id,
    deviceId,
    channel,
    structureId: 9,
    itemId: 0,
    name: `P-${id}`,
    measurement: 'Crack',
    level,
    judgement: { code: 'judged', reason: '', since: 0, fields: [] },
    lastReading: 0,
  };
}

const topology: Topology = {
  devices: [device(1, 'DTU'), device(2, 'Collector', 1, 1), device(3, 'Measuring', 2, 1), device(4, 'Measuring', 2, 1)],
  points: [point(11, 3), point(12, 2, 7, 3), point(13, 0), point(14, 3)],
};

test('nests DTU, collector, channel, device and point, with the worst level at the top', () => {
  const [dtu, loose] = buildGraph(topology);
  const collector = dtu?.children[0]?.children[0];
  expect([dtu?.kind, dtu?.level, dtu?.points]).toEqual(['DTU', 3, 3]);
  expect(collector?.name).toBe('Collector 2');
  expect(collector?.children.map(({ kind, id }) => [kind, id])).toEqual([
    ['channel', 1],
    ['channel', 7],
  ]);
  expect(loose?.children.map(({ name }) => name)).toEqual(['P-13']);
});

test('keeps devices that are parents of each other', () => {
  const circle = { devices: [device(1, 'Collector', 2, 1), device(2, 'Collector', 1, 1)], points: [] };
  expect(indexOf(buildGraph(circle)).size).toBeGreaterThanOrEqual(2);
});

test('a search finds names at any depth and returns the ancestors to expand', () => {
  const index = indexOf(buildGraph(topology));
  const [hit] = found(index, 'p-11');
  expect(hit && above(hit)).toEqual(['d3', 'd2c1', 'd2', 'd1c1', 'd1']);
  expect(found(index, ' ')).toEqual([]);
});

test('a node moves among siblings of its kind', () => {
  const roots = buildGraph(topology);
  const one = indexOf(roots).get('p14');
  const siblings = one ? siblingsOf(one, roots) : [];
  expect(siblings.map(({ id }) => id)).toEqual([11, 14]);
  expect(one && movedTo(siblings, one, 0)).toEqual([14, 11]);
});

test('lays out only expanded nodes and draws only rows on the screen', () => {
  const roots = buildGraph(topology);
  expect(layOut(roots, new Set()).rows).toHaveLength(2);
  const layout = layOut(roots, new Set(['d1', 'd1c1', 'd2', 'd2c1']));
  const keys = layout.rows.map((row) => row.map(({ node }) => node.key));
  expect(keys).toEqual([['d1', 'd1c1', 'd2', 'd2c1', 'd3'], ['d4'], ['d2c7'], ['loose0']]);
  expect(nodeAt(layout, 10, rowHeight / 2)?.node.key).toBe('d1');
  expect(nodeAt(layout, 185, rowHeight / 2)).toBeUndefined();
  expect(nodeAt(layout, layout.width - 1, rowHeight / 2)?.node.key).toBe('d3');
  expect(rowsBetween(2000, 300, 600)).toEqual({ from: 10, to: 20 });
});

const structure = (id: number, parentId = 0) =>
  ({ id, parentId, isItem: parentId > 0, name: `S${id}`, type: 'Bridge' }) as Structure;

test('the project tree has structures, items and points with the state of their devices', () => {
  const faulty = {
    ...topology,
    devices: [
      { ...device(3, 'Measuring'), status: 'offline' as const, health: 'dataLost' as const },
      device(2, 'Collector'),
    ],
    points: [...topology.points, { ...point(15, 3), itemId: 10 }, { ...point(16, 3, 0, 2), structureId: 8 }],
  };
  const roots = buildProjectTree([structure(9), structure(8), structure(10, 9)], faulty);
  expect(roots.map(({ name, points, level }) => [name, points, level])).toEqual([
    ['S9', 5, 3],
    ['S8', 1, 2],
  ]);
  expect(roots[0]?.below).toEqual({ devices: 2, offline: 1, asleep: 0, faulty: 1, fault: 'dataLost' });
  const [item, first] = roots[0]?.children ?? [];
  expect([item?.kind, item?.children.map(({ name }) => name)]).toEqual(['item', ['P-15']]);
  expect([first?.name, first?.status, first?.health, first?.deviceId]).toEqual(['P-11', 'offline', 'dataLost', 3]);
  expect(item && siblingsOf(item, roots).map(({ id }) => id)).toEqual([10]);
  expect(first && siblingsOf(first, roots).map(({ id }) => id)).toEqual([11, 12, 13, 14]);
  expect(roots[1] && movedTo(siblingsOf(roots[1], roots), roots[1], 0)).toEqual([8, 9]);
});
