import { isNarrowed, queryOf, readFilter, writeFilter } from './filter';

const read = (text: string) => readFilter(new URLSearchParams(text));

test('the URL holds the whole view, and invalid values are ignored', () => {
  const filter = read(
    'q=SW&project=7&scope=device&thing=12&account=3&result=refused&from=100&to=200&sort=-account&page=4&log=9',
  );
  expect(filter).toMatchObject({ text: 'SW', project: 7, account: 3, result: 'refused', page: 4, open: 9 });
  expect(queryOf(filter)).toMatchObject({ name: 'SW', projectId: 7, scope: 'device', scopeId: 12, from: 100, to: 200 });
  expect(read('project=x&result=maybe&page=-1&from=1e9')).toEqual(read(''));
  expect(isNarrowed(read('sort=ip&page=2&log=1'))).toBe(false);
  expect(isNarrowed(filter)).toBe(true);
});

test('filtering returns to page 1, opening an entry does not', () => {
  const old = new URLSearchParams('scope=device&page=3');
  expect(writeFilter(old, { action: 'delete' }).toString()).toBe('scope=device&action=delete');
  expect(writeFilter(old, { open: 5 }).toString()).toBe('scope=device&page=3&log=5');
  expect(writeFilter(old, { scope: '' }).toString()).toBe('');
  expect(writeFilter(old, { page: 1 }).toString()).toBe('scope=device');
});
