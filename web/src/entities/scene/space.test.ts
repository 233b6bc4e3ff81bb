import { expect, test } from 'vitest';
import { cameraOf, cameraText, namedCamera, projector, scaleOf, turned, type Vec, zoomed } from './space';

const box = { half: 2, depth: 10 };
const size = { width: 648, height: 592 };

test('front A shows A+ to the right, front B shows B+ to the right, from above the plan is as on a map', () => {
  const seen = (name: 'a' | 'b' | 'top', mark: number, at: Vec) => {
    const to = projector(namedCamera(name, mark), box, size);
    const [x, y] = to(at);
    const [x0, y0] = to([0, 0, at[2]]);
    return [x - x0, y0 - y].map((n) => Math.round(n) + 0);
  };
  // A+ points to the east: x in plan.
  expect(seen('a', 90, [1, 0, 0])).toEqual([50, 0]);
  expect(seen('a', 90, [0, 1, 0])).toEqual([0, 0]);
  expect(seen('b', 90, [0, -1, 0])).toEqual([50, 0]);
  const [right, up] = [seen('top', 90, [1, 0, 0]), seen('top', 90, [0, 1, 0])];
  expect(right[1]).toBe(0);
  expect(up[0]).toBe(0);
  expect([right[0], up[1]]).toEqual([125, 125]);
});

test('the box fills the picture from everywhere, and depth points down', () => {
  const camera = namedCamera('a', 0);
  expect(scaleOf(camera, box, size)).toBeCloseTo(50, 9);
  const to = projector(camera, box, size);
  expect(to([0, 0, 0])[1]).toBeCloseTo(46, 9);
  expect(to([0, 0, -10])[1]).toBeCloseTo(546, 9);
  for (const azimuth of [0, 77, 213]) {
    for (const elevation of [0, 22, 90]) {
      const any = projector({ ...camera, azimuth, elevation }, box, size);
      const corners = [-2, 2].flatMap((x) => [-2, 2].flatMap((y) => [0, -10].map((z) => any([x, y, z]))));
      expect(
        Math.max(...corners.map(([x, y]) => Math.max(Math.abs(x - 324) / 250, Math.abs(y - 296) / 250))),
      ).toBeLessThan(1 + 1e-9);
    }
  }
});

test('a drag turns within limits, and zooming keeps the place under the pointer', () => {
  const camera = namedCamera('usual', 0);
  expect(turned(camera, 0, 9999).elevation).toBe(90);
  expect(turned(camera, 0, -9999).elevation).toBe(0);
  expect(turned({ ...camera, azimuth: 350 }, 50, 0).azimuth).toBe(10);
  const at: Vec = [1, -1, -3];
  const [x, y] = projector(camera, box, size)(at);
  const near = zoomed(camera, 2, size.height, x - size.width / 2, y - size.height / 2);
  const after = projector(near, box, size)(at);
  expect([after[0], after[1]].map((n) => n.toFixed(6))).toEqual([x, y].map((n) => n.toFixed(6)));
  expect(zoomed(camera, 1e9, size.height).zoom).toBe(20);
});

test('a camera survives the address; nonsense is the usual view', () => {
  const camera = { azimuth: 35, elevation: 20, zoom: 1.5, pan: [0.1, -0.02] as const };
  expect(cameraText(camera)).toBe('35_20_150_100_-20');
  expect(cameraOf('35_20_150_100_-20', 0)).toEqual(camera);
  expect(cameraOf('top', 0)).toEqual(namedCamera('top', 0));
  for (const bad of [null, '', 'x', '1_2', '1_2_3_4_x']) expect(cameraOf(bad, 30)).toEqual(namedCamera('usual', 30));
  expect(cameraOf('-90_200_1_0_0', 0)).toMatchObject({ azimuth: 270, elevation: 90, zoom: 0.3 });
});
