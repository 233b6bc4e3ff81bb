import { expect, test } from 'vitest';
import { readPath, writePath } from './fields';

test.each(['step', 'entry.n', 'entry.e', 'exit.z'])('setting %s changes only that field', (path) => {
  const before = { step: 1, entry: { n: 1, e: 2, z: 3 } };
  const after = writePath(before, path, 7);
  expect(readPath(after, path)).toBe(7);
  for (const other of ['step', 'entry.n', 'entry.e', 'entry.z']) {
    if (other !== path) expect(readPath(after, other)).toBe(readPath(before, other));
  }
  expect(before).toEqual({ step: 1, entry: { n: 1, e: 2, z: 3 } });
});

test('removes an emptied field and its object if nothing is left', () => {
  expect(writePath({ entry: { n: 1 }, step: 2 }, 'entry.n', undefined)).toEqual({ step: 2 });
  expect(writePath({ step: 2 }, 'step', undefined)).toEqual({});
});
