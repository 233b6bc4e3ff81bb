import { backdrop, backdropLines, lastReading } from './backdrop';
import { signCurves } from './sign-curves';

test('every reading has fifteen nodes', () => {
  for (const curve of signCurves) expect(curve).toHaveLength(15);
});

test('the first reading is vertical, and the last deviates at the top', () => {
  const [first] = backdropLines();
  expect(new Set(first?.points.split(' ').map((point) => point.split(',')[0]))).toEqual(
    new Set([String(backdrop.originX)]),
  );
  const last = lastReading();
  expect(last.nodes[0]?.x).toBeGreaterThan(backdrop.originX + 5 * backdrop.mmStep);
  expect(Math.abs((last.nodes[14]?.x ?? 0) - backdrop.originX)).toBeLessThan(backdrop.mmStep / 10);
});

test('newer lines are more opaque', () => {
  const opacities = backdropLines().map((line) => line.opacity);
  expect([...opacities].sort((a, b) => a - b)).toEqual(opacities);
});
