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

test('an empty query lists projects and pages', () => {
  expect(ids('  ')).toEqual([1, 2, 5]);
});

test('ranks names that start with the text first, then names that contain it, then hints', () => {
  expect(ids('SLOPE')).toEqual([3, 1, 2]);
});

test('finds a device by its serial number', () => {
  expect(ids('sn0042')).toEqual([4]);
  expect(ids('nothing like this')).toEqual([]);
});

test('finds pages and commands by name', () => {
  expect(ids('devi')).toEqual([5]);
  expect(ids('sign')).toEqual([6]);
});
