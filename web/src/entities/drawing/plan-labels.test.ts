import { type Box, type Labeled, placeLabels } from './plan-labels';

const sheet: Box = [0, 0, 400, 300];
const point = (id: number, x: number, y: number, more: Partial<Labeled> = {}): Labeled => ({
  id,
  x,
  y,
  reach: 6,
  width: 80,
  must: false,
  ...more,
});

test('places a label on the right if there is room, else on the first free side', () => {
  const alone = placeLabels([point(1, 100, 100)], sheet);
  expect(alone.get(1)).toBe('right');
  const withNeighbor = placeLabels([point(1, 100, 100), point(2, 150, 100, { width: 0 })], sheet);
  expect(withNeighbor.get(1)).toBe('left');
  const between = [point(1, 100, 100), point(2, 150, 100, { width: 0 }), point(3, 50, 100, { width: 0 })];
  expect(placeLabels(between, sheet).get(1)).toBe('below');
});

test('places labels at the edge inwards', () => {
  expect(placeLabels([point(1, 380, 100)], sheet).get(1)).toBe('left');
});

test('places a required label one line farther away if the nearer place is taken', () => {
  const row = [point(1, 200, 100, { must: true }), point(2, 180, 100, { must: true })];
  const walls = [60, 90, 120, 150, 230, 260, 290].map((x) => point(x, x, 100, { width: 0 }));
  const floor = [140, 160, 180, 200, 220, 240].map((x) => point(x + 1000, x, 116, { width: 0 }));
  const placed = placeLabels([...row, ...walls, ...floor], sheet);
  expect([placed.get(1), placed.get(2)]).toEqual(['above', 'higher']);
});

test('in a crowd, labels the first points and the required ones', () => {
  const crowd = Array.from({ length: 60 }, (_, i) => point(i, 100 + (i % 10) * 14, 100 + Math.floor(i / 10) * 14));
  const inTheMiddle = 25;
  expect(placeLabels(crowd, sheet).has(inTheMiddle)).toBe(false);
  const urged = crowd.map((one) => (one.id === inTheMiddle ? { ...one, must: true } : one));
  expect(placeLabels(urged, sheet).has(inTheMiddle)).toBe(true);
});

test('keeps labels off the text of the drawing', () => {
  const inked = ([left]: Box) => (left > 100 ? 0.3 : 0);
  expect(placeLabels([point(1, 100, 100)], sheet, inked).get(1)).toBe('left');
  const faint = ([left]: Box) => (left > 100 ? 0.01 : 0);
  expect(placeLabels([point(1, 100, 100)], sheet, faint).get(1)).toBe('right');
});
