import { type Axis, formatCoordinate, gridLabel, parseCoordinate, parsePlace, placeText } from './coordinate';

const degree = 3_600_000_000;

test.each([
  ['116:23:29.220000E', 'longitude', 116 + 23 / 60 + 29.22 / 3600],
  ['070:30:00.000000W', 'longitude', -70.5],
  ['180:00:00.000000E', 'longitude', 180],
  ['180:00:00.000000W', 'longitude', -180],
  ['180:00:00.000001E', 'longitude', undefined],
  ['90:00:00.000000N', 'latitude', 90],
  ['90:00:00.000000S', 'latitude', -90],
  ['90:00:00.1N', 'latitude', undefined],
  ['39:54:26S', 'latitude', -(39 + 54 / 60 + 26 / 3600)],
  ['39：54：26n', 'latitude', 39 + 54 / 60 + 26 / 3600],
  ['39:60:00N', 'latitude', undefined],
  ['39:54:26.370000E', 'latitude', undefined],
  ['39.5', 'latitude', 39.5],
  ['-116.25', 'longitude', -116.25],
  ['180.5', 'longitude', undefined],
  ['', 'longitude', undefined],
  ['north', 'latitude', undefined],
] as [string, Axis, number | undefined][])('parses %s as a %s', (text, axis, degrees) => {
  const read = parseCoordinate(text, axis);
  if (degrees === undefined) expect(read).toBeUndefined();
  else expect(read).toBeCloseTo(degrees, 10);
});

/** Pseudo-random numbers in [0, 1), the same in each run. */
function* shares(count: number): Generator<number> {
  let state = 20_261_121;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const high = state;
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield (high + state / 2 ** 32) / 2 ** 32;
  }
}

test.each([
  ['longitude', 180],
  ['latitude', 90],
] as [Axis, number][])('a %s round-trips exactly to the sixth decimal of a second', (axis, limit) => {
  const arcs = [-limit * degree, -1, 0, 1, limit * degree];
  for (const share of shares(2_000)) arcs.push(Math.round((share * 2 - 1) * limit * degree));
  for (const arc of arcs) {
    const text = formatCoordinate(arc / degree, axis);
    const read = parseCoordinate(text, axis);
    if (read === undefined || Math.round(read * degree) !== arc || formatCoordinate(read, axis) !== text) {
      throw new Error(`${arc} became ${text}, then ${read}`);
    }
  }
});

test('parses formats copied from receivers and other maps', () => {
  const east = parseCoordinate('116:23:29.22E', 'longitude');
  for (const text of ['116°23′29.22″E', '116°23\'29.22"E', '116度23分29.22秒E', '116° 23′ 29.22″ e']) {
    expect(parseCoordinate(text, 'longitude')).toBe(east);
  }
  expect(parseCoordinate('116.5E', 'longitude')).toBe(116.5);
  expect(parseCoordinate('116.5W', 'longitude')).toBe(-116.5);
  expect(parseCoordinate('−116.5', 'longitude')).toBe(-116.5);
  expect(parseCoordinate('-116.5W', 'longitude')).toBeUndefined();
  expect(parseCoordinate('39.5E', 'latitude')).toBeUndefined();
});

test('parses both coordinates from one text', () => {
  const beijing = { longitude: 116.39145, latitude: 39.9073 };
  for (const text of [
    '116.39145, 39.9073',
    '39.9073，116.39145',
    '116.39145E 39.9073N',
    '39.9073N,116.39145E',
    '116:23:29.22E 39:54:26.28N',
    '39°54′26.28″N 116°23′29.22″E',
  ]) {
    expect(parsePlace(text)).toEqual(beijing);
  }
  expect(parsePlace('30, 40')).toEqual({ longitude: 30, latitude: 40 });
  for (const text of ['116.4', 'A-01 3', '116.4, 39.9, 12', '190, 91', '']) expect(parsePlace(text)).toBeUndefined();
});

test('graticule labels omit trailing zero parts', () => {
  const labels = [120, -0.5, 31 + 10 / 60 + 5 / 3600, 31 + 5 / 3600, 0].map((degrees) =>
    gridLabel(degrees, 'latitude'),
  );
  expect(labels).toEqual(['120°N', '0°30′S', '31°10′05″N', '31°00′05″N', '0°']);
});

test('the text of a position has the precision of the zoom and parses back', () => {
  const [longitude, latitude] = [121.4736789, -31.2303333];
  expect(placeText(longitude, latitude, 600)).toBe('121°28′25″E 31°13′49″S');
  expect(placeText(longitude, latitude, 1)).toBe('121°28′25.24″E 31°13′49.20″S');
  const found = parsePlace(placeText(longitude, latitude, 1));
  expect(found?.longitude).toBeCloseTo(longitude, 5);
  expect(found?.latitude).toBeCloseTo(latitude, 5);
  expect(placeText(59.99999999, 0, 1)).toBe('60°00′00.00″E 0°00′00.00″N');
});
