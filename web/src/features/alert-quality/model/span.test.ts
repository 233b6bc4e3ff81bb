import { listPath, spanOf, thresholdsPath } from './span';

test('an address without a known span shows 30 days', () => {
  expect(['7d', '1y', null, '2d', 'toString'].map(spanOf)).toEqual(['7d', '1y', '30d', '30d', '30d']);
});

test('figures open what they count', () => {
  expect(listPath(7, '90d')).toBe('/projects/7/alerts?span=90d');
  expect(listPath(7, '90d', { q: 'SW 09', level: '2' })).toBe('/projects/7/alerts?span=90d&q=SW+09&level=2');
  expect(thresholdsPath(7, { structureId: 3, itemId: 0, measuringPointId: 30 })).toBe(
    '/projects/7/console/structures/3/items/0/mps/30?tab=thresholds',
  );
});
