import { readFileSync } from 'node:fs';
import { areas, canonical } from '@/entities/permission/permission-rules';
import { featureRoutes } from './feature-routes';
import { items } from './shell/menu';

// What a call needs is declared once, at the server. The API's document carries it as
// x-permission; the menu and the guards of routes must ask for the same.
const calls = readFileSync('../api/openapi.yaml', 'utf8')
  .split(/^ {6}operationId: /m)
  .slice(1);
const needs = new Map<string, string>();
for (const call of calls) {
  const need = /^ {6}x-permission: (\S+)$/m.exec(call)?.[1];
  if (need !== undefined) needs.set(call.slice(0, call.indexOf('\n')), need);
}

/** The call that a guarded page makes first; a page that is not here fails the test. */
const firstCall: Record<string, string> = {
  alerts: 'listAlerts',
  setup: 'createProject',
  'projects/:projectId/alerts': 'listAlerts',
  'projects/:projectId/console': 'getProject',
  'projects/:projectId/console/structures/:structureId': 'getProject',
  'projects/:projectId/console/structures/:structureId/items/:itemId': 'getProject',
  'projects/:projectId/console/structures/:structureId/items/:itemId/mps/:mpId': 'getProject',
  'projects/:projectId/console/structures/:structureId/initshifts': 'previewInitshifts',
  'projects/:projectId/console/map': 'getProject',
  'projects/:projectId/console/plans': 'listPlans',
  'projects/:projectId/console/topology': 'projectTopo',
  'projects/:projectId/devices': 'listDevices',
  'projects/:projectId/devices/models': 'listDeviceModels',
  'projects/:projectId/devices/:deviceId/import': 'uploadImportFile',
  'projects/:projectId/devices/refused': 'listDeviceRefusals',
  'projects/:projectId/devices/import': 'deviceTemplate',
  'projects/:projectId/devices/actions': 'listActions',
  'projects/:projectId/devices/labels': 'listDevices',
  'projects/:projectId/devices/software': 'listSoftwares',
  'dashboard/project/:projectId/unprotected': 'unprotectedPoints',
  'console/api-keys': 'listCorporationKeys',
  'console/corporation': 'getCorporation',
  'console/license': 'licenseInfo',
  'console/corporations': 'listCorporations',
  'console/operation-logs': 'listOperationLogs',
  software: 'listSoftwares',
  test: 'listDevices',
  'console/users': 'listUsers',
  'console/user-groups': 'listUserGroups',
  'console/roles': 'listRoles',
};

/** Area:Action of the document and Action:Area of the web, in one spelling. */
function same(need: string | undefined): string | undefined {
  const [area, action] = need?.split(':') ?? [];
  return action === undefined ? need : canonical(`${action}:${area}`);
}

const guarded = featureRoutes.filter(({ handle }) => handle.permissions !== undefined);

test('the document is read', () => {
  expect(needs.size).toBeGreaterThan(150);
  expect(needs.get('listAlerts')).toBe('Alert:Retrieve');
  expect(guarded.length).toBeGreaterThan(10);
});

test('every permission of the document is one that controls can ask for', () => {
  const known = new Set<string>(areas);
  const areasOfCalls = [...needs.values()].filter((need) => need.includes(':')).map((need) => need.split(':')[0] ?? '');
  expect(areasOfCalls.filter((area) => !known.has(area))).toEqual([]);
});

test.each(guarded.map((route) => [route.path, route] as const))(
  '%s asks for what its first call needs',
  (path, route) => {
    const call = firstCall[path];
    expect(call, `name the first call of ${path} in firstCall`).toBeDefined();
    expect(route.handle.permissions?.map(canonical)).toEqual([same(needs.get(call ?? ''))]);
  },
);

test.each(items.map((item) => [item.path, item] as const))(
  'the menu shows %s to those who may open it',
  (path, item) => {
    const route = featureRoutes.find((known) => known.path === path);
    if (route === undefined) return; // shown only where there is a page
    expect((item.permissions ?? []).map(canonical)).toEqual((route.handle.permissions ?? []).map(canonical));
  },
);
