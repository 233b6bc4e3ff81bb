import type { Topology } from '../queries';
import { above, buildGraph, found, indexOf, movedTo, siblingsOf } from './graph';
import { boxWidth, layOut, nodeAt, rowHeight, rowsBetween } from './layout';

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
    lastReading: 0,
  };
}

const topology: Topology = {
  devices: [device(1, 'DTU'), device(2, 'Collector', 1, 1), device(3, 'Measuring', 2, 1), device(4, 'Measuring', 2, 1)],
  points: [point(11, 3), point(12, 2, 7, 3), point(13, 0), point(14, 3)],
};

test('DTU, collector, channel, device and point hang on one another, with the worst level above', () => {
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

test('devices that hang on each other stand side by side instead of vanishing', () => {
  const circle = { devices: [device(1, 'Collector', 2, 1), device(2, 'Collector', 1, 1)], points: [] };
  expect(indexOf(buildGraph(circle)).size).toBeGreaterThanOrEqual(2);
});

test('a search finds names anywhere, and what is above can be opened', () => {
  const index = indexOf(buildGraph(topology));
  const [hit] = found(index, 'p-11');
  expect(hit && above(hit)).toEqual(['d3', 'd2c1', 'd2', 'd1c1', 'd1']);
  expect(found(index, ' ')).toEqual([]);
});

test('a node is moved among its own kind', () => {
  const roots = buildGraph(topology);
  const one = indexOf(roots).get('p14');
  const siblings = one ? siblingsOf(one, roots) : [];
  expect(siblings.map(({ id }) => id)).toEqual([11, 14]);
  expect(one && movedTo(siblings, one, 0)).toEqual([14, 11]);
});

test('only open nodes take room, and only rows on the screen are drawn', () => {
  const roots = buildGraph(topology);
  expect(layOut(roots, new Set()).placed).toHaveLength(2);
  const layout = layOut(roots, new Set(['d1', 'd1c1']));
  expect(layout.placed.map(({ node }) => node.key)).toEqual(['d1', 'd1c1', 'd2', 'loose0']);
  expect(nodeAt(layout, 10, rowHeight / 2)?.node.key).toBe('d1');
  expect(nodeAt(layout, boxWidth + 5, rowHeight / 2)).toBeUndefined();
  expect(rowsBetween(2000, 300, 600)).toEqual({ from: 10, to: 20 });
});
