import { alertKey, firstTurn, holdPage, leftOf, newUrgent, pageOfPoint, turnAt, zoomOf } from './wall';

test('a page stays 30 s, then the next one comes, and after the last the first', () => {
  const first = firstTurn(0);
  expect(turnAt(first, 29_999, 2)).toBe(first);
  const second = turnAt(first, 30_000, 2);
  expect(second).toEqual({ page: 1, since: 30_000, until: 60_000, held: false });
  expect(turnAt(second, 60_000, 2).page).toBe(0);
  expect(turnAt(firstTurn(0), 30_000, 1).page).toBe(0);
  expect(leftOf(first, 15_000)).toBe(0.5);
});

test('a new orange or red alert keeps its page for 2 min', () => {
  const held = holdPage(1, 1000);
  expect(turnAt(held, 120_999, 3)).toBe(held);
  expect(turnAt(held, 121_000, 3)).toMatchObject({ page: 2, held: false });
});

test('a deleted board does not stay on the wall', () => {
  expect(turnAt(holdPage(3, 0), 10, 2).page).toBeLessThan(2);
});

test('only orange and red alerts that were not open before are new', () => {
  const alert = (id: number, level: number) => ({ id, level, measuringPointId: id });
  expect(newUrgent(null, [alert(1, 4)])).toBeNull();
  const known = new Set([alertKey(alert(1, 2))]);
  expect(newUrgent(known, [alert(1, 2), alert(2, 2)])).toBeNull();
  expect(newUrgent(known, [alert(1, 3)])?.id).toBe(1);
  expect(newUrgent(known, [alert(5, 4), alert(4, 3)])?.id).toBe(5);
});

test('the page of a point is the first board with it, else the overview', () => {
  const boards = [
    { panels: [{ measuringPointId: 7 }] },
    { panels: [{ measuringPointId: 7 }, { measuringPointId: 9 }] },
  ];
  expect(pageOfPoint(boards, 7)).toBe(1);
  expect(pageOfPoint(boards, 9)).toBe(2);
  expect(pageOfPoint(boards, 8)).toBe(0);
});

test('texts of 11 px are at least 16 px high at 2560 × 1440', () => {
  expect(11 * zoomOf(2560, 1440)).toBeGreaterThanOrEqual(16);
  expect(zoomOf(1280, 720)).toBe(1);
});
