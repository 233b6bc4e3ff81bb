import { boxHeight, layOut, nodeAt, rowHeight } from './layout';
import { hang, node, type TopoNode } from './node';

/** Whole numbers from 0 to below a limit, the same in each run. */
function draws(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A forest in which each node is a root or the child of an earlier node, with some of its nodes expanded. */
function forest(seed: number): { roots: TopoNode[]; open: Set<string> } {
  const draw = draws(seed);
  const all: TopoNode[] = [];
  const roots: TopoNode[] = [];
  const open = new Set<string>();
  for (let id = 1; id <= 1 + draw(60); id++) {
    const made = node(draw(3) === 0 ? 'channel' : 'Measuring', id, `${id}`, '');
    const parent = all[draw(all.length + 1)];
    if (parent) hang(made, parent);
    else roots.push(made);
    if (draw(3) > 0) open.add(made.key);
    all.push(made);
  }
  return { roots, open };
}

test('nodes never overlap, and each visible node is found at its position', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { roots, open } = forest(seed);
    const layout = layOut(roots, open);
    const visible: TopoNode[] = [];
    const ends: TopoNode[] = [];
    const visit = (one: TopoNode) => {
      visible.push(one);
      if (open.has(one.key) && one.children.length > 0) one.children.forEach(visit);
      else ends.push(one);
    };
    roots.forEach(visit);
    expect(layout.byKey.size).toBe(visible.length);
    // One row per leaf: a chain takes one row.
    expect(layout.rows).toHaveLength(ends.length);
    for (const one of visible) {
      const placed = layout.byKey.get(one.key);
      if (!placed) throw new Error(`${one.key} of forest ${seed} has no place`);
      const { x, y, width } = placed;
      expect(x >= 0 && x + width <= layout.width && y + boxHeight / 2 <= layout.height).toBe(true);
      expect(nodeAt(layout, x + 1, y)?.node).toBe(one);
      expect(nodeAt(layout, x + width - 1, y)?.node).toBe(one);
      const parent = one.parent && layout.byKey.get(one.parent.key);
      if (!parent) continue;
      expect(x).toBeGreaterThan(parent.x + parent.width);
      const before = one.parent?.children[one.parent.children.indexOf(one) - 1];
      if (before) expect(y).toBeGreaterThanOrEqual((layout.byKey.get(before.key)?.y ?? 0) + rowHeight);
      else expect(y).toBe(parent.y);
    }
  }
});
