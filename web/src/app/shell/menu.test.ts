import { selectedItem, visibleMenu } from './menu';

const paths = [
  'dashboard',
  'projects',
  'alerts',
  'dashboard/project/:projectId',
  'projects/:projectId/monitor-new/home',
  'projects/:projectId/alerts',
  'projects/:projectId/devices',
  'projects/:projectId/console',
  'console/users',
  'console/corporation',
  'console/license',
  'console/corporations',
  'software',
];
const all = ['View:Alert', 'View:Device', 'View:Project', 'View:User'];
const viewer = { privateDeployment: false, helping: false, nsbd: false };
const keysOf = (menu: { key: string }[]) => menu.map(({ key }) => key);

test('the corporation-wide menu has no project entries', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Normal', permissions: all, projectId: null }, paths);
  expect(keysOf(menu)).toEqual(['home', 'projects', 'all-alerts']);
});

test('in a project, the menu adds its pages with the project ID in their paths', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Normal', permissions: all, projectId: 7 }, paths);
  expect(keysOf(menu)).toEqual(['home', 'projects', 'all-alerts', 'screen', 'data', 'alerts', 'devices', 'console']);
  expect(menu.find(({ key }) => key === 'alerts')?.path).toBe('/projects/7/alerts');
});

test('the information table is a page of corporations that use it', () => {
  const person = { ...viewer, accountType: 'Normal', permissions: all, projectId: 7 } as const;
  const withTable = [...paths, 'projects/:projectId/reports/nsbd'];
  expect(keysOf(visibleMenu(person, withTable))).not.toContain('nsbd');
  expect(keysOf(visibleMenu({ ...person, nsbd: true }, withTable))).toContain('nsbd');
});

test('hides pages that the user has no permission for', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Normal', permissions: ['Retrieve:Alert'], projectId: 7 }, paths);
  expect(keysOf(menu)).toEqual(['home', 'projects', 'all-alerts', 'screen', 'data', 'alerts']);
});

test('only administrators see system management', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Admin', permissions: all, projectId: null }, paths);
  expect(keysOf(menu)).toEqual(['home', 'projects', 'all-alerts', 'users']);
});

test('a private deployment adds license and software', () => {
  const permissions = ['View:Corporation', 'View:Device'];
  const admin = { ...viewer, accountType: 'Admin', permissions, projectId: null } as const;
  expect(keysOf(visibleMenu(admin, paths))).toEqual(['home', 'projects', 'corporation']);
  expect(keysOf(visibleMenu({ ...admin, privateDeployment: true }, paths))).toEqual([
    'home',
    'projects',
    'corporation',
    'license',
    'software',
  ]);
});

test('an operator sees the corporations and, while helping one, what its administrator sees', () => {
  const permissions = ['View:Corporation', 'View:User'];
  const operator = { ...viewer, accountType: 'System', permissions, projectId: null } as const;
  expect(keysOf(visibleMenu(operator, paths))).toEqual(['tenants']);
  expect(keysOf(visibleMenu({ ...operator, privateDeployment: true }, paths))).toEqual(['license', 'tenants']);
  expect(keysOf(visibleMenu({ ...operator, helping: true }, paths))).toEqual([
    'home',
    'projects',
    'corporation',
    'users',
  ]);
});

test('a page without a route has no entry', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Admin', permissions: all, projectId: 7 }, ['dashboard']);
  expect(keysOf(menu)).toEqual(['home']);
});

test.each([
  ['/dashboard', 'home'],
  ['/dashboard/project/7', 'screen'],
  ['/dashboard/project/7/structures/3', 'screen'],
  ['/projects', 'projects'],
  ['/projects/7/monitor-new/structures/1/mps/2/hda-chart', 'data'],
  ['/projects/7/console/structures/1', 'console'],
  ['/profile', undefined],
])('%s selects menu item %s', (pathname, key) => {
  const menu = visibleMenu({ ...viewer, accountType: 'Normal', permissions: all, projectId: 7 }, paths);
  expect(selectedItem(menu, pathname)?.key).toBe(key);
});
