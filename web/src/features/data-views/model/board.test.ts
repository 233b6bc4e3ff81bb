import {
  type BoardState,
  emptyBoard,
  movedPanel,
  ofSaved,
  readBoard,
  sharedOf,
  withoutPanel,
  withPanel,
  writeBoard,
} from './board';

const panel = (pointId: number, query = '') => ({ pointId, view: 'hda-chart', query });
const board: BoardState = {
  ...emptyBoard,
  range: { from: 1000, to: 2000 },
  linkedCursor: false,
  events: false,
  panels: [panel(7, 'type=observed&fields=a.b'), panel(9, 'mode=x~y')],
};

test('an unsaved board survives a reload', () => {
  const search = writeBoard(new URLSearchParams('pin=5'), board, emptyBoard);
  expect(search.get('pin')).toBe('5');
  expect(readBoard(new URLSearchParams(search.toString()), emptyBoard)).toEqual(board);
});

test('a board as it was saved leaves nothing in the address', () => {
  const search = writeBoard(new URLSearchParams(), board, emptyBoard);
  expect(writeBoard(search, emptyBoard, emptyBoard).toString()).toBe('');
  expect(readBoard(new URLSearchParams(), board)).toBe(board);
});

test('a new board is a draft even while it is empty', () => {
  expect(writeBoard(new URLSearchParams(), emptyBoard, null).has('grid')).toBe(true);
});

test('wrong parts of an address take their defaults', () => {
  const read = readBoard(new URLSearchParams('grid=9x9&range=never&panel=x~y&panel=3~hda-chart~'), emptyBoard);
  expect(read).toMatchObject({ rows: 2, columns: 2, range: { quick: '7d' }, panels: [panel(3)] });
});

test('the grid grows with a panel more than it holds', () => {
  const full = { ...emptyBoard, rows: 1, columns: 2, panels: [panel(1), panel(2)] };
  expect(withPanel(full, panel(3), null)).toMatchObject({ rows: 2, columns: 2, panels: [{}, {}, {}] });
  expect(withPanel(full, panel(3), 0).panels).toEqual([panel(3), panel(2)]);
  expect(movedPanel(full, 0, 1).panels).toEqual([panel(2), panel(1)]);
  expect(movedPanel(full, 1, 1).panels).toEqual(full.panels);
  expect(withoutPanel(full, 0).panels).toEqual([panel(2)]);
});

test('a board shares its range, limits and events with its panels', () => {
  const range = { quick: '1d' } as const;
  expect(sharedOf(board, range, null, ['gaps', 'thresholds'])).toEqual({
    hidden: ['gaps', 'marks'],
    range,
    window: null,
  });
  expect(sharedOf({ ...board, linkedAxis: false, limits: false }, range, null, [])).toEqual({
    hidden: ['thresholds', 'marks'],
  });
});

test('a saved board is read as it was', () => {
  const saved = { id: 1, name: 'x', updatedAt: 0, ...emptyBoard, range: '30d', panels: [] };
  expect(ofSaved(saved)).toEqual({ ...emptyBoard, range: { quick: '30d' } });
});
