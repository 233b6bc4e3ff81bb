import VectorSource from 'ol/source/Vector';
import { type Marker, showSites } from './show-sites';
import type { Site } from './site';

const site = (id: number, more: Partial<Site> = {}): Site => ({
  id,
  name: `site ${id}`,
  longitude: 120 + id,
  latitude: 30,
  level: 0,
  stale: false,
  kind: 'project',
  ...more,
});

function sourceOf(sites: Site[]) {
  const source = new VectorSource<Marker>();
  showSites(source, sites);
  const redrawn = vi.fn();
  source.on('change', redrawn);
  const marker = (id: number) => source.getFeatures().find((one) => (one.get('site') as Site).id === id);
  return { source, redrawn, marker };
}

test('does not redraw the map if nothing changed', () => {
  const { source, redrawn } = sourceOf([site(1), site(2)]);
  showSites(source, [site(2), site(1)]);
  expect(redrawn).not.toHaveBeenCalled();
  expect(source.getFeatures()).toHaveLength(2);
});

test('redraws only what changed', () => {
  const { source, marker, redrawn } = sourceOf([site(1), site(2), site(3)]);
  const before = [1, 2, 3].map(marker);
  showSites(source, [site(1), site(2, { level: 3 }), site(4)]);
  expect(marker(1)).toBe(before[0]);
  expect(marker(2)).not.toBe(before[1]);
  expect(marker(2)?.get('site')).toMatchObject({ level: 3 });
  expect([marker(3), marker(4) !== undefined]).toEqual([undefined, true]);
  expect(redrawn).toHaveBeenCalledTimes(2);
});

test('keeps a structure and a point with the same ID apart', () => {
  const { source, redrawn } = sourceOf([site(1, { kind: 'structure' }), site(1, { kind: 'point' })]);
  expect(source.getFeatures()).toHaveLength(2);
  showSites(source, [site(1, { kind: 'point' })]);
  expect(source.getFeatures().map((one) => (one.get('site') as Site).kind)).toEqual(['point']);
  expect(redrawn).toHaveBeenCalledTimes(1);
});

test('moves a dragged marker back if the move is rejected', () => {
  const { source, marker } = sourceOf([site(1)]);
  const place = marker(1)?.getGeometry()?.getCoordinates();
  marker(1)?.getGeometry()?.translate(1_000, 0);
  showSites(source, [site(1)]);
  expect(marker(1)?.getGeometry()?.getCoordinates()).toEqual(place);
});
