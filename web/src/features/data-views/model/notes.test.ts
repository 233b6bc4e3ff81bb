import { joinedNotes, type PointNote, parted } from './notes';

const note = (id: number, from: number) => ({ id, from, to: from, text: '' }) as PointNote;

test('the points of a chart are asked in parts', () => {
  expect(parted([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(parted([], 2)).toEqual([]);
});

test('notes of several answers are one list, the latest first, and more of one are more of all', () => {
  const joined = joinedNotes([
    { list: [note(1, 50), note(2, 10)], more: false },
    { list: [note(4, 50), note(3, 30)], more: true },
  ]);
  expect(joined.list.map(({ id }) => id)).toEqual([4, 1, 3, 2]);
  expect(joined.more).toBe(true);
  expect(joinedNotes([{ list: [note(1, 5)], more: false }])).toEqual({ list: [note(1, 5)], more: false });
});
