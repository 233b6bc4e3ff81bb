import { detailSites, sitePath } from './detail';
import { matchingSites } from './search-sites';
import { isCluster, type Site } from './site';

const site = (id: number, kind: Site['kind'], more: Partial<Site> = {}): Site =>
  ({
    id,
    name: `${kind} ${id}`,
    longitude: 0,
    latitude: 0,
    level: 0,
    stale: false,
    kind,
    projectId: 1,
    ...more,
  }) as Site;

test('structures replace their project, and points replace their structure', () => {
  const projects = [site(1, 'project'), site(2, 'project', { projectId: 2 })];
  const structures = [site(10, 'structure'), site(11, 'structure')];
  const points = [{ ...site(20, 'point', { structureId: 10 }), itemId: 12 }];
  const ids = (sites: Site[]) => sites.map(({ id }) => id);
  expect(ids(detailSites(projects, [], []))).toEqual([1, 2]);
  expect(ids(detailSites(projects, structures, []))).toEqual([2, 10, 11]);
  expect(ids(detailSites(projects, structures, points))).toEqual([2, 11, 20]);
});

test('a marker links to the page of its project, structure or point', () => {
  expect(sitePath(site(1, 'project'))).toBe('/dashboard/project/1');
  expect(sitePath(site(10, 'structure'))).toBe('/dashboard/project/1/structures/10');
  expect(sitePath(site(20, 'point', { structureId: 10 }))).toBe('/projects/1/monitor-new/structures/10/mps/20');
});

test('finds names by any part, prefix matches first, then the worst level', () => {
  const sites = [
    site(1, 'point', { name: 'A-10' }),
    site(2, 'point', { name: 'B A-1' }),
    site(3, 'point', { name: 'a-11', level: 3 }),
    site(4, 'point', { name: 'C' }),
  ];
  expect(matchingSites(sites, ' a-1').map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(matchingSites(sites, ' ')).toEqual([]);
});

test('a single marker is not a cluster, and zoomed far out there are none', () => {
  expect([isCluster(1, 5), isCluster(2, 1), isCluster(2, 1.5)]).toEqual([false, false, true]);
});
