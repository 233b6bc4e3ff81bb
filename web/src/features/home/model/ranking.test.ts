import { asOrder, isSilent, sortOf, upToDateOf } from './ranking';

test('the order comes from the address; what is no order is by level', () => {
  expect(asOrder('share')).toBe('share');
  expect(asOrder('wrong')).toBe('level');
  expect(sortOf[asOrder(null)]).toBe('');
});

test('a project is silent when none of its values is up to date', () => {
  expect(isSilent({ read: 3, fresh: 0 })).toBe(true);
  expect(isSilent({ read: 3, fresh: 1 })).toBe(false);
  expect(isSilent({ read: 0, fresh: 0 })).toBe(false);
});

test('how much is up to date is told of all points together', () => {
  expect(
    upToDateOf([
      { read: 3, fresh: 3 },
      { read: 1, fresh: 0 },
    ]),
  ).toBe(0.75);
  expect(upToDateOf([{ read: 0, fresh: 0 }])).toBeUndefined();
});
