import { backdrop, backdropLines, lastReading } from './backdrop';
import { signCurves } from './sign-curves';

test('every reading has the fifteen nodes of the string', () => {
  for (const curve of signCurves) expect(curve).toHaveLength(15);
});

test('the first reading is the plumb line and the last leaves it at the top', () => {
  const [first] = backdropLines();
  expect(new Set(first?.points.split(' ').map((point) => point.split(',')[0]))).toEqual(
    new Set([String(backdrop.originX)]),
  );
  const last = lastReading();
  expect(last.nodes[0]?.x).toBeGreaterThan(backdrop.originX + 5 * backdrop.mmStep);
  expect(Math.abs((last.nodes[14]?.x ?? 0) - backdrop.originX)).toBeLessThan(backdrop.mmStep / 10);
});

test('lines grow stronger with time', () => {
  const opacities = backdropLines().map((line) => line.opacity);
  expect([...opacities].sort((a, b) => a - b)).toEqual(opacities);
});
