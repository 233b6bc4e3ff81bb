import { columnOf, fallTogether, setApart } from './apart';

const size = 22;

test('stacks markers of one place vertically', () => {
  expect(columnOf(2)).toEqual([-14, 14]);
  expect(columnOf(3)).toEqual([-28, 0, 28]);
});

test('separates overlapping markers and leaves single ones in place', () => {
  const spots = [
    { id: 1, x: 100, y: 100 },
    { id: 2, x: 300, y: 100 },
    { id: 3, x: 100, y: 100 },
    { id: 4, x: 321, y: 121 },
    { id: 5, x: 323, y: 100 },
  ];
  const shifts = setApart(spots, size);
  expect([...shifts].sort(([a], [b]) => a - b)).toEqual([
    [1, -14],
    [2, -14],
    [3, 14],
    [4, 14],
  ]);
});

test('separates markers that overlap across a cell edge', () => {
  expect(
    setApart(
      [
        { id: 1, x: 21.9, y: -0.1 },
        { id: 2, x: 22.1, y: 0.1 },
      ],
      size,
    ).size,
  ).toBe(2);
});

test('leaves a crowd of markers in place', () => {
  const crowd = Array.from({ length: 9 }, (_, id) => ({ id, x: 5, y: 5 }));
  expect(setApart(crowd, size).size).toBe(0);
  expect(fallTogether(crowd, size)).toBe(false);
  expect(fallTogether(crowd.slice(0, 2), size)).toBe(true);
  expect(fallTogether(crowd.slice(0, 1), size)).toBe(false);
});
