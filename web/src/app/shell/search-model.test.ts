import { searchTargets, type Target } from './search-model';

const target = (kind: Target['kind'], id: number, name: string, hint = ''): Target => ({
  kind,
  id,
  name,
  hint,
  go: `/${id}`,
});
const all = [
  target('project', 1, 'North slope'),
  target('project', 2, 'Bridge A', 'Slope road 3'),
  target('point', 3, 'slope-07', 'North slope'),
  target('device', 4, 'Logger', 'SN0042'),
  target('page', 5, 'Devices'),
  target('command', 6, 'Sign out'),
];
const ids = (text: string) => searchTargets(all, text).map(({ id }) => id);

test('nothing typed shows the projects and the pages', () => {
  expect(ids('  ')).toEqual([1, 2, 5]);
});

test('names that begin with the text come first, then names that hold it, then hints', () => {
  expect(ids('SLOPE')).toEqual([3, 1, 2]);
});

test('a device is found by its serial number', () => {
  expect(ids('sn0042')).toEqual([4]);
  expect(ids('nothing like this')).toEqual([]);
});

test('pages and commands are found by their names', () => {
  expect(ids('devi')).toEqual([5]);
  expect(ids('sign')).toEqual([6]);
});
