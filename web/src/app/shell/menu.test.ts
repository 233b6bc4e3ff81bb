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
const viewer = { privateDeployment: false, helping: false };
const keysOf = (menu: { key: string }[]) => menu.map(({ key }) => key);

test('the corporation-wide view has no entries of a project', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Normal', permissions: all, projectId: null }, paths);
  expect(keysOf(menu)).toEqual(['home', 'projects', 'all-alerts']);
});

test('a project brings its pages, with its id in their addresses', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Normal', permissions: all, projectId: 7 }, paths);
  expect(keysOf(menu)).toEqual(['home', 'projects', 'all-alerts', 'screen', 'data', 'alerts', 'devices', 'console']);
  expect(menu.find(({ key }) => key === 'alerts')?.path).toBe('/projects/7/alerts');
});

test('what may not be seen is not there', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Normal', permissions: ['Retrieve:Alert'], projectId: 7 }, paths);
  expect(keysOf(menu)).toEqual(['home', 'projects', 'all-alerts', 'screen', 'data', 'alerts']);
});

test('system management is for administrators', () => {
  const menu = visibleMenu({ ...viewer, accountType: 'Admin', permissions: all, projectId: null }, paths);
  expect(keysOf(menu)).toEqual(['home', 'projects', 'all-alerts', 'users']);
});

test('a private deployment has its license and its software', () => {
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

test('an operator sees the corporations, and inside of one what its administrator sees', () => {
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
])('%s belongs to %s', (pathname, key) => {
  const menu = visibleMenu({ ...viewer, accountType: 'Normal', permissions: all, projectId: 7 }, paths);
  expect(selectedItem(menu, pathname)?.key).toBe(key);
});
