import { recentDays, timelineOf } from './timeline';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 20);
const version = (id: number, validFrom: number, supersededAt = 0) => ({
  id,
  aspect: 'coefficients',
  validFrom,
  value: {},
  note: '',
  recordedAt: id,
  supersededAt,
});

test('lays out versions that are not superseded side by side across the full width', () => {
  const made = timelineOf(
    [version(3, now - day), version(1, 0), version(2, now - 10 * day), version(4, now - 10 * day)],
    'coefficients',
    now,
  );
  expect(made.standing.map((bar) => [bar.no, bar.version.id])).toEqual([
    [1, 1],
    [2, 4],
    [3, 3],
  ]);
  expect(made.standing[0]?.start).toBe(0);
  expect(made.standing.at(-1)?.end).toBe(1);
  for (const [i, bar] of made.standing.entries()) {
    if (i > 0) expect(bar.start).toBe(made.standing[i - 1]?.end);
    expect(bar.end).toBeGreaterThan(bar.start);
  }
  expect(made.superseded.map((bar) => bar.version.id)).toEqual([2]);
  expect(made.now).toBeGreaterThan(made.standing[2]?.start ?? 1);
});

test('lists superseded versions newest first and skips other aspects', () => {
  const made = timelineOf(
    [
      version(1, 0),
      version(2, now - day, now),
      version(3, now - 2 * day, now),
      { ...version(9, 0), aspect: 'geometry' },
    ],
    'coefficients',
    now,
  );
  expect(made.standing.map((bar) => bar.version.id)).toEqual([1]);
  expect(made.superseded.map((bar) => bar.version.id)).toEqual([3, 2]);
});

test('places the current time even without versions', () => {
  const made = timelineOf([], 'coefficients', now);
  expect(made.standing).toEqual([]);
  expect(made.now).toBeGreaterThan(0.5);
  expect(made.now).toBeLessThan(1);
});

test('offers the last seven days from midnight', () => {
  const midnight = (t: number) => Math.floor(t / day) * day;
  expect(recentDays(now + 5000, midnight)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => now - n * day));
});
