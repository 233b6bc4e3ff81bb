import { sitesOf } from './sites';

test('a marker becomes a site with its level, stale if its project is stale', () => {
  const marker = {
    projectId: 7,
    name: 'A',
    longitude: 116,
    latitude: 39,
    level: 3,
    pointCount: 4,
    lastReading: 0,
    points: 4,
    judged: 4,
    notJudged: 0,
    noData: 0,
    stale: 0,
    levels: [3, 0, 0, 1, 0],
  };
  expect(sitesOf([marker, { ...marker, projectId: 77 }], '77,9')).toMatchObject([
    { id: 7, level: 3, stale: false },
    { id: 77, stale: true },
  ]);
});
