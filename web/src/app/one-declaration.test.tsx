import { readFileSync } from 'node:fs';
import { areas, canonical } from '@/entities/permission/permission-rules';
import { featureRoutes } from './feature-routes';
import { items } from './shell/menu';

// The permission of a call is declared once, on the server. The API document carries it as x-permission; the menu and
// the route guards must ask for the same.
const calls = readFileSync('../api/openapi.yaml', 'utf8')
  .split(/^ {6}operationId: /m)
  .slice(1);
const needs = new Map<string, string>();
for (const call of calls) {
  const need = /^ {6}x-permission: (\S+)$/m.exec(call)?.[1];
  if (need !== undefined) needs.set(call.slice(0, call.indexOf('\n')), need);
}

/** Area:Action of the document and Action:Area of the web, in one spelling. */
function same(need: string | undefined): string | undefined {
  const [area, action] = need?.split(':') ?? [];
  return action === undefined ? need : canonical(`${action}:${area}`);
}

const guarded = featureRoutes.filter(({ handle }) => handle.permissions !== undefined);

test('reads the permissions from the API document', () => {
  expect(needs.size).toBeGreaterThan(150);
  expect(needs.get('listAlerts')).toBe('Alert:Retrieve');
  expect(guarded.length).toBeGreaterThan(10);
});

test('the web knows the area of every permission in the API document', () => {
  const known = new Set<string>(areas);
  const areasOfCalls = [...needs.values()].filter((need) => need.includes(':')).map((need) => need.split(':')[0] ?? '');
  expect(areasOfCalls.filter((area) => !known.has(area))).toEqual([]);
});

test.each(guarded.map((route) => [route.path, route] as const))(
  'route %s requires the permission of its first API call',
  (path, route) => {
    expect(route.firstCall, `name the firstCall of ${path}`).toBeDefined();
    expect(route.handle.permissions?.map(canonical)).toEqual([same(needs.get(route.firstCall ?? ''))]);
  },
);

test.each(items.map((item) => [item.path, item] as const))(
  'menu item %s requires the same permission as its route',
  (path, item) => {
    const route = featureRoutes.find((known) => known.path === path);
    if (route === undefined) return; // shown only where there is a page
    expect((item.permissions ?? []).map(canonical)).toEqual((route.handle.permissions ?? []).map(canonical));
  },
);
