import { incidentQuery, readIncidents, writeIncidents } from './incident';

const day = 86_400_000;

test('the filter of incidents is stored in the address and becomes parameters', () => {
  const search = writeIncidents(new URLSearchParams('page=3'), { state: 'over', level: 3, structure: 7, span: '7d' });
  const filter = readIncidents(search);
  expect(filter).toEqual({ state: 'over', level: 3, structure: 7, span: '7d', page: 1 });
  expect(incidentQuery(filter, 10 * day, 20)).toEqual({
    page: 1,
    pageSize: 20,
    open: 'false',
    level: 3,
    structureId: 7,
    from: 3 * day,
  });
});

test('defaults are left out of the address, and wrong values are defaults', () => {
  const cleared = writeIncidents(new URLSearchParams('state=open&level=2'), { state: null, level: 0, span: 'all' });
  expect(cleared.toString()).toBe('');
  expect(readIncidents(new URLSearchParams('state=x&level=9&structure=-1&page=0'))).toEqual(
    readIncidents(new URLSearchParams()),
  );
  expect(incidentQuery(readIncidents(new URLSearchParams('page=2')), day, 20)).toEqual({ page: 2, pageSize: 20 });
});
