import { asOrder, isSilent, sortOf } from './ranking';

test('the sort order comes from the URL, with level as the default', () => {
  expect(asOrder('share')).toBe('share');
  expect(asOrder('wrong')).toBe('level');
  expect(sortOf[asOrder(null)]).toBe('');
});

test('a project is silent if none of its values is fresh or it never had data', () => {
  expect(isSilent({ read: 3, fresh: 0, lastReading: 1 })).toBe(true);
  expect(isSilent({ read: 3, fresh: 1, lastReading: 1 })).toBe(false);
  expect(isSilent({ read: 0, fresh: 0, lastReading: 1 })).toBe(false);
  expect(isSilent({ read: 0, fresh: 0, lastReading: 0 })).toBe(true);
});
