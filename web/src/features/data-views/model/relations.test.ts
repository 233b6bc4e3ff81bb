import {
  comparable,
  creepWithin,
  otherType,
  pairBody,
  proposedOther,
  readRelations,
  scatterBody,
  writeRelations,
} from './relations';

const search = (text: string) => new URLSearchParams(text);
const other = { pointId: 4, field: 'airTemp', node: 2 };

test('settings are read from the address, invalid ones take their defaults', () => {
  expect(
    readRelations(
      search(
        'relate=movement&other=4.airTemp.2&lag=-3.5&within=24&tolerance=600&distance=18.2&over=0&creep=10-20&quantity=angle',
      ),
    ),
  ).toEqual({
    ...{ relate: 'movement', other, lag: -3.5, within: 24, tolerance: 600, distance: 18.2 },
    ...{ over: 0, creep: [10, 20], quantity: 'angle' },
  });
  expect(
    readRelations(search('relate=x&other=4&lag=900&within=5&tolerance=7&distance=-1&over=5&creep=20-10&quantity=x')),
  ).toEqual({
    ...{ relate: 'scatter', other: null, lag: 0, within: 0, tolerance: 0, distance: null },
    ...{ over: 24, creep: null, quantity: 'rate' },
  });
});

test('a change writes what differs from the defaults, and nothing else', () => {
  const written = (start: string, change: Parameters<typeof writeRelations>[1]) => {
    const next = search(start);
    writeRelations(next, change);
    return String(next);
  };
  expect(written('relate=movement&lag=3', { relate: 'scatter', lag: 0, within: 12 })).toBe('within=12');
  expect(written('', { other, distance: 2.5, creep: [10.4, 20.6] })).toBe('other=4.airTemp.2&distance=2.5&creep=10-21');
  expect(written('other=4.x&distance=2&creep=1-2&over=0', { other: null, distance: null, creep: null, over: 24 })).toBe(
    '',
  );
  expect(written('range=7d&distance=2', { quantity: 'angle' })).toBe('range=7d&distance=2&quantity=angle');
});

test('points of the structure come first, and those without a field are left out', () => {
  const field = { name: 'x', label: 'x', unit: 'mm', decimals: 2, valueTypes: [] };
  const points = [
    { id: 1, structureId: 2, field },
    { id: 2, structureId: 1, field },
    { id: 3, structureId: 1, field: null },
  ];
  expect(comparable({ structureId: 1 }, points).map(({ id }) => id)).toEqual([2, 1]);
});

test('a relation is asked with a given lag, or with the hours to search', () => {
  const body = { measuringPointId: 4, field: 'airTemp', node: 2, valueType: 'observed' };
  const compared = { ...other, valueType: 'observed' } as const;
  expect(scatterBody(compared, { tolerance: 60, lag: -3, within: 0 })).toEqual({
    ...{ other: body, tolerance: 60_000, lag: -3 },
  });
  expect(scatterBody(compared, { tolerance: 0, lag: -3, within: 24 })).toEqual({
    ...{ other: body, tolerance: 0, search: 24 },
  });
  expect(pairBody(compared, { tolerance: 0 })).toEqual({ other: body, tolerance: 0 });
});

test('a point of the same kind is proposed, never the point itself', () => {
  const field = { name: 'x', label: 'x', unit: 'mm', decimals: 2, valueTypes: [] };
  const of = (id: number, measurement: string) => ({ id, measurement, field, node: null });
  const point = { id: 1, measurement: 'Crack' };
  expect(proposedOther(point, [of(1, 'Crack'), of(2, 'Tilt'), of(3, 'Crack')])).toEqual({
    ...{ pointId: 3, field: 'x', node: 0 },
  });
  expect(proposedOther(point, [of(2, 'Tilt')])?.pointId).toBe(2);
  expect(proposedOther(point, [of(1, 'Crack')])).toBeNull();
});

test('creep counts within the range', () => {
  expect(creepWithin([10, 20], 15, 40)).toEqual([15, 20]);
  expect(creepWithin([10, 20], 20, 40)).toBeNull();
  expect(creepWithin(null, 0, 40)).toBeNull();
});

test('other readings have the value type of the own ones if they can', () => {
  const field = { valueTypes: ['observed', 'accumulated'] };
  expect(otherType('accumulated', { noInitial: false }, field)).toBe('accumulated');
  expect(otherType('accumulated', { noInitial: true }, field)).toBe('observed');
  expect(otherType('accumulated', { noInitial: false }, { valueTypes: ['observed'] })).toBe('observed');
  expect(otherType('observed', { noInitial: false }, field)).toBe('observed');
  expect(otherType('accumulated', undefined, undefined)).toBe('observed');
});
