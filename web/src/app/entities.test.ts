import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['/src/entities/**/*.{ts,tsx}', '!/src/entities/**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The entities that each entity imports. */
function imports(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, source] of Object.entries(sources)) {
    const from = path.split('/')[3] as string;
    const to = found.get(from) ?? new Set();
    for (const [, name] of source.matchAll(/'@\/entities\/([\w-]+)\//g)) if (name && name !== from) to.add(name);
    found.set(from, to);
  }
  return found;
}

test('entities have no import cycles', () => {
  const open = imports();
  expect(open.size).toBeGreaterThan(10);
  // Repeatedly removes the entities that import none of the rest; what remains is a cycle.
  for (let before = -1; before !== open.size; ) {
    before = open.size;
    for (const [name, to] of open) if (![...to].some((other) => open.has(other))) open.delete(name);
  }
  expect([...open.keys()]).toEqual([]);
});
