import {
  causeFrom,
  causesOf,
  causeText,
  fewestOf,
  fitEnd,
  modelBody,
  ownTemperature,
  proposalsOf,
  readEnvironment,
  writeEnvironment,
} from './environment';

const search = (text: string) => new URLSearchParams(text);
const point = (id: number, structureId: number, name: string, measurement: string, node: number | null = null) => ({
  ...{ id, structureId, name, measurement },
  node: node === null ? null : { no: node, depth: null },
});
const points = [
  point(1, 1, 'crack', 'Crack'),
  point(2, 2, 'far gauge', 'Rainfall'),
  point(3, 1, 'string', 'Temperature', 4),
  point(4, 1, 'station', 'Environment'),
  point(5, 1, 'gauge', 'Rainfall'),
  point(6, 1, 'well', 'Waterlevel'),
];

test('settings are read from the address, invalid ones take their defaults', () => {
  expect(readEnvironment(search('trend=both&cycles=2&temperature=4.airTemp&level=none&days=1.30&held=0'))).toEqual({
    ...{ trend: 'both', cycles: 2, powers: 1, days: [1, 30], held: 0 },
    ...{ temperature: { pointId: 4, field: 'airTemp', node: 0 }, level: null, rain: undefined },
  });
  expect(readEnvironment(search('trend=up&cycles=9&temperature=x&days=2&held=7&powers=4'))).toEqual({
    ...{ trend: 'time', cycles: 0, powers: 1, days: [1, 3], held: 20 },
    ...{ temperature: undefined, level: undefined, rain: undefined },
  });
});

test('a change writes what differs from the defaults, and a cause as chosen', () => {
  const next = search('cycles=1');
  writeEnvironment(next, { cycles: 0, held: 30, rain: null, temperature: { pointId: 3, field: 'temp', node: 4 } });
  expect(String(next)).toBe('held=30&temperature=3.temp.4&rain=none');
  writeEnvironment(next, { held: 20, days: [1, 3], powers: 1, trend: 'time' });
  expect(String(next)).toBe('temperature=3.temp.4&rain=none');
  expect(causeFrom(causeText({ pointId: 3, field: 'temp', node: 4 }))).toEqual({ pointId: 3, field: 'temp', node: 4 });
});

test('points of the same structure are proposed first, the own temperature last', () => {
  const found = proposalsOf(points[0] as (typeof points)[0], points, 0);
  expect(found.temperature.map(causeText)).toEqual(['4.airTemp', '3.temp.4', '1.temp']);
  const string = proposalsOf(points[2] as (typeof points)[0], points, 7);
  expect(string.temperature.map(causeText)).toEqual(['4.airTemp', '3.temp.7']);
  expect(found.rain.map(({ name }) => name)).toEqual(['gauge', 'far gauge']);
  expect(proposalsOf(points[5] as (typeof points)[0], points, null).level).toEqual([]);
});

test('the first proposals are the causes; water levels take no other level', () => {
  const found = proposalsOf(points[0] as (typeof points)[0], points, null);
  const none = { temperature: undefined, level: undefined, rain: null };
  expect(causesOf({ measurement: 'Crack' }, none, found)).toMatchObject({
    ...{ temperature: { pointId: 4 }, level: { pointId: 6 }, rain: null },
  });
  expect(causesOf({ measurement: 'Waterlevel' }, none, found).level).toBeNull();
});

test('a model names its terms, and needs three readings for each coefficient', () => {
  const cause = { pointId: 4, field: 'airTemp', node: 0 };
  const settings = readEnvironment(search('trend=both&cycles=1&powers=2&days=1.3.7'));
  const body = modelBody(settings, { temperature: cause, level: cause, rain: cause });
  expect(body).toMatchObject({ time: true, logTime: true, level: { powers: 2 }, rain: { days: [1, 3, 7] } });
  expect(fewestOf(body)).toBe(3 * (1 + 2 + 2 + 1 + 2 + 3));
  const plain = modelBody(readEnvironment(search('trend=none')), { temperature: null, level: null, rain: null });
  expect(plain).toEqual({ time: false, logTime: false, cycles: 0 });
  expect(fewestOf(plain)).toBe(3);
});

test('the last part of the fit is held out', () => {
  expect(fitEnd([0, 1000], 20)).toBe(800);
  expect(fitEnd([0, 1000], 0)).toBe(1000);
});

test('a node is explained by its own temperature, or by that of the nearest node that measures one', () => {
  const fields = [{ name: 'temp', unit: '°C' }];
  const nodes = [null, 14, 15.5, null].map((temp, no) => ({ no, values: { x: 1, temp } }));
  expect(ownTemperature(fields, 2, nodes)).toBe(2);
  expect(ownTemperature(fields, 0, nodes)).toBe(1);
  expect(ownTemperature(fields, 3, nodes)).toBe(2);
  expect(ownTemperature(fields, 0, [{ no: 0, values: { x: 1 } }])).toBeNull();
  expect(ownTemperature(fields, 0, [])).toBe(0);
  expect(ownTemperature([{ name: 'x', unit: 'mm' }], 0, [])).toBeNull();
});
