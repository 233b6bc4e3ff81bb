import type { Sample } from './gaps';
import { thin } from './thin';

test('peaks stay when a curve is thinned', () => {
  const samples = Array.from(
    { length: 50_000 },
    (_, t): Sample => [t, t === 31_234 ? 99 : t === 7 ? -99 : Math.sin(t)],
  );
  const kept = thin(samples, [0, 50_000]);
  expect(kept.length).toBeLessThanOrEqual(2400);
  expect(kept).toContainEqual([31_234, 99]);
  expect(kept).toContainEqual([7, -99]);
  expect(kept.every(([t], i) => i === 0 || t > (kept[i - 1]?.[0] ?? 0))).toBe(true);
});

test('a part in view keeps every sample if it has few', () => {
  const samples = Array.from({ length: 50_000 }, (_, t): Sample => [t, t % 7]);
  const kept = thin(samples, [10_000, 11_000]);
  expect(kept.filter(([t]) => t >= 10_000 && t <= 11_000)).toHaveLength(1001);
  expect(thin(samples.slice(0, 20), [0, 50])).toHaveLength(20);
});
