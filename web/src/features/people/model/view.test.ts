import { isNarrowed, queryOf, readView, writeView } from './view';

test('the view round-trips through the URL', () => {
  const view = {
    text: 'li',
    type: 'Normal',
    state: 'locked',
    factor: 'true',
    role: 7,
    group: 8,
    sort: '-name',
    page: 1,
    open: 12,
  } as const;
  expect(readView(writeView(new URLSearchParams(), view))).toEqual(view);
  expect(writeView(new URLSearchParams(), {}).toString()).toBe('');
});

test('filtering returns to page 1, opening a row does not', () => {
  const old = new URLSearchParams('page=3&type=Admin');
  expect(readView(writeView(old, { text: 'x' })).page).toBe(1);
  expect(readView(writeView(old, { open: 5 })).page).toBe(3);
});

test('does not query for invalid values', () => {
  const view = readView(new URLSearchParams('type=System&state=x&role=-1&page=abc&user=no'));
  expect(isNarrowed(view)).toBe(false);
  expect(queryOf(view)).toEqual({ page: 1 });
  expect(view.open).toBeNull();
});
