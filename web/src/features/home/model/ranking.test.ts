import { asOrder, isSilent, sortOf } from './ranking';

test('the order comes from the address; what is no order is by level', () => {
  expect(asOrder('share')).toBe('share');
  expect(asOrder('wrong')).toBe('level');
  expect(sortOf[asOrder(null)]).toBe('');
});

test('a project is silent when none of its values is up to date, or none ever came', () => {
  expect(isSilent({ read: 3, fresh: 0, lastReading: 1 })).toBe(true);
  expect(isSilent({ read: 3, fresh: 1, lastReading: 1 })).toBe(false);
  expect(isSilent({ read: 0, fresh: 0, lastReading: 1 })).toBe(false);
  expect(isSilent({ read: 0, fresh: 0, lastReading: 0 })).toBe(true);
});
