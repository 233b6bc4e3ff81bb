import { columnsOf, contentOf } from './model';

test('the table shows results unless the URL selects other columns', () => {
  expect(contentOf(null)).toBe('results');
  expect(contentOf('nonsense')).toBe('results');
  expect(columnsOf(contentOf(null))).not.toContain('raw');
  expect(columnsOf(contentOf('all'))[0]).toBe('raw');
  expect(columnsOf(contentOf('raw'))).toEqual(['raw']);
});
