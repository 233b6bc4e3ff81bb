import { onTimeShare } from './on-time';

test('the on-time share covers all points, including those that never reported', () => {
  expect(
    onTimeShare([
      { read: 3, fresh: 3, waiting: 0 },
      { read: 1, fresh: 0, waiting: 2 },
    ]),
  ).toBe(0.5);
  expect(onTimeShare([{ read: 0, fresh: 0, waiting: 4 }])).toBe(0);
  expect(onTimeShare([{ read: 0, fresh: 0, waiting: 0 }])).toBeUndefined();
});
