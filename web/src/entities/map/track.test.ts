import { bandCount, bandOf, bandsOf, untilTime, type Vertex } from './track';

const at = (t: number): Vertex => ({ t, lat: 0, lon: t });
const times = (lines: readonly (readonly Vertex[])[]) => lines.map((line) => line.map(({ t }) => t));

test('bands share the vertex at which they meet', () => {
  const track = { lines: [[0, 10, 20, 30].map(at), [200, 240].map(at)], start: at(0), end: at(240) };
  const bands = bandsOf(track);
  expect(bands).toHaveLength(bandCount);
  expect(bands.slice(0, 4).map(times)).toEqual([[[0, 10]], [[10, 20]], [[20, 30]], []]);
  expect(times(bands[20] ?? [])).toEqual([[200, 240]]);
  expect([-5, 0, 9.9, 10, 240, 999].map((t) => bandOf(track, t))).toEqual([0, 0, 0, 1, 23, 23]);
});

test('a track of one fix has one band', () => {
  expect(bandsOf({ lines: [[at(5)]], start: at(5), end: at(5) }).flat()).toEqual([]);
});

test('what is passed ends at the place of now', () => {
  const lines = [[0, 10, 20].map(at), [40, 50].map(at)];
  expect(times(untilTime(lines, at(14)))).toEqual([[0, 10, 14]]);
  expect(times(untilTime(lines, at(45)))).toEqual([
    [0, 10, 20],
    [40, 45],
  ]);
  expect(untilTime(lines, at(-1))).toEqual([]);
});
