import { columnsOf, contentOf } from './model';

test('a table shows results unless the address asks for more', () => {
  expect(contentOf(null)).toBe('results');
  expect(contentOf('nonsense')).toBe('results');
  expect(columnsOf(contentOf(null))).not.toContain('raw');
  expect(columnsOf(contentOf('all'))[0]).toBe('raw');
  expect(columnsOf(contentOf('raw'))).toEqual(['raw']);
});
