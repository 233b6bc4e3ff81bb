import { storageWorry } from './storage';

const now = 1_760_000_000_000;
const day = 86_400_000;
const well = { journalLagMs: 20, fullAt: 0, freeBytes: 60e9, totalBytes: 100e9 };

test.each([
  [well, undefined],
  [{ ...well, fullAt: now + 400 * day }, undefined],
  [{ ...well, fullAt: now + 12 * day }, 'full'],
  [{ ...well, freeBytes: 2e9 }, 'full'],
  [{ ...well, journalLagMs: 90_000 }, 'lag'],
])('storage %j warns about %s', (storage, worry) => {
  expect(storageWorry(storage, now)).toBe(worry);
});
