import { type Episode, episodeLines, fromLevel } from './episodes';

const at = (opened: number, ended: number, level: number, value = level, isFalse = false): Episode => ({
  ...{ opened, ended, level, value, time: opened, node: 0, false: isFalse },
});

test('alerts of both sets that overlap are one line, with what changes', () => {
  const current = [at(10, 20, 2), at(30, 40, 1), at(60, 70, 1, -9, true), at(90, 0, 1)];
  const draft = [at(12, 18, 1), at(50, 55, 3), at(61, 65, 1), at(95, 0, 4)];
  expect(episodeLines(current, draft).map((e) => [e.opened, e.ended, e.current, e.draft, e.change, e.false])).toEqual([
    [90, 0, 1, 4, 'higher', false],
    [60, 70, 1, 1, 'same', true],
    [50, 55, 0, 3, 'new', false],
    [30, 40, 1, 0, 'gone', false],
    [10, 20, 2, 1, 'lower', false],
  ]);
});

test('an alert that the other set divides is one line with the worst value', () => {
  const lines = episodeLines([at(10, 40, 2, 5)], [at(11, 20, 1, -7), at(25, 50, 3, 6)]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ opened: 10, ended: 50, current: 2, draft: 3, value: -7, change: 'higher' });
});

test('an alert that begins when the other ends is a separate line', () => {
  expect(episodeLines([at(10, 20, 1)], [at(20, 30, 1)])).toHaveLength(2);
  expect(episodeLines([], [])).toEqual([]);
});

test('counts are summed from a level up', () => {
  expect(fromLevel([3, 2, 1, 0], 1)).toBe(6);
  expect(fromLevel([3, 2, 1, 4], 3)).toBe(5);
});
