import { chordsOf, chordsText } from './chords';

test('parses chords in common notations and rejects malformed ones', () => {
  expect(chordsOf('0-6, 3–9；4~10')).toEqual([
    [0, 6],
    [3, 9],
    [4, 10],
  ]);
  expect(chordsOf('')).toEqual([]);
  for (const text of ['0', '0-6-9', 'a-b', '1-']) expect(chordsOf(text)).toBeNull();
});

test('chords round-trip through text', () => {
  expect(
    chordsOf(
      chordsText([
        [0, 6],
        [12, 3],
      ]),
    ),
  ).toEqual([
    [0, 6],
    [12, 3],
  ]);
});
