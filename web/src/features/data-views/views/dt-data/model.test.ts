import { differenceOf, heatColor, heatScale, lineNodes, pairOf, tableNodes, temperatureLook } from './model';

const nodes = [0.05, 0.5, 1, 1.5, 2, 2.5, 3].map((depth, i) => ({ no: i + 1, depth }));
const untouched = { direction: null, end: null };

test('temperatures stand in a table unless the address says otherwise', () => {
  expect(temperatureLook({ mode: null, type: null })).toEqual({ mode: 'table', valueType: 'observed' });
  expect(temperatureLook({ mode: 'lines', type: 'rate' })).toEqual({ mode: 'lines', valueType: 'rate' });
  expect(temperatureLook({ mode: 'x', type: 'raw' })).toEqual({ mode: 'table', valueType: 'observed' });
});

test('the difference is between the middle and the shallowest node, or between chosen ones', () => {
  expect(pairOf(nodes, untouched)).toEqual({ core: 4, surface: 1 });
  expect(pairOf(nodes, { direction: '5', end: '7' })).toEqual({ core: 5, surface: 7 });
  expect(pairOf(nodes, { direction: '99', end: 'x' })).toEqual({ core: 4, surface: 1 });
  expect(pairOf(nodes.slice(0, 1), untouched)).toBeNull();
  const at = (values: Record<number, number | null>) => (no: number) => values[no];
  expect(differenceOf({ core: 4, surface: 1 }, at({ 4: 61.5, 1: 38.25 }))).toBe(23.25);
  expect(differenceOf({ core: 4, surface: 1 }, at({ 4: null, 1: 38.25 }))).toBeNull();
});

test('chosen nodes come with those of the difference; curves are one for each color', () => {
  expect(tableNodes(nodes, [], { core: 4, surface: 1 })).toEqual([]);
  expect(tableNodes(nodes, [6], { core: 4, surface: 1 })).toEqual([1, 4, 6]);
  expect(lineNodes(nodes, [])).toHaveLength(7);
  expect(lineNodes(nodes, [3, 2])).toEqual([3, 2]);
  const long = Array.from({ length: 40 }, (_, i) => ({ no: i + 1 }));
  expect(lineNodes(long, [])).toHaveLength(11);
});

test('heat spans the page; changes have zero in the middle', () => {
  const page = (values: (number | null)[]) => [{ values }];
  expect(heatScale(page([20, 60, null]), false)).toEqual({ low: 20, high: 60 });
  expect(heatScale(page([20]), false)).toEqual({ low: 20, high: 21 });
  expect(heatScale(page([-3, 1]), true)).toEqual({ low: -3, high: 3 });
  expect(heatScale(page([null]), false)).toBeNull();
  const scale = { low: 20, high: 60 };
  expect(heatColor(60, scale)).toBe('color-mix(in srgb, #e0552b 40%, transparent)');
  expect(heatColor(30, scale)).toBe('color-mix(in srgb, #2f7fd6 20%, transparent)');
  expect(heatColor(null, scale)).toBeUndefined();
});
