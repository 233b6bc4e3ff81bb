import { completeness, dayWindow } from './completeness';

const hour = 3_600_000;
const now = Date.UTC(2025, 9, 6, 12, 30);

function every(ms: number, from: number, to: number): number[] {
  const times = [];
  for (let time = from; time < to; time += ms) times.push(time);
  return times;
}

test('the window is 24 whole hours and holds the present one', () => {
  const { start, end } = dayWindow(now);
  expect(end).toBe(Date.UTC(2025, 9, 6, 13));
  expect(end - start).toBe(24 * hour);
});

test('all readings there are complete', () => {
  const { start } = dayWindow(now);
  expect(completeness(every(hour / 6, start, now), hour / 6, now)?.share).toBe(1);
});

test('an hour without readings is empty, one with half of them is half', () => {
  const { start } = dayWindow(now);
  const times = every(hour / 6, start, now).filter((time) => !(time >= start + 2 * hour && time < start + 3.5 * hour));
  const found = completeness(times, hour / 6, now);
  expect(found?.hours[1]).toBe(1);
  expect(found?.hours[2]).toBe(0);
  expect(found?.hours[3]).toBe(0.5);
});

test('the present hour expects only what could have come by now', () => {
  const { start } = dayWindow(now);
  expect(completeness(every(hour, start, now), hour, now)?.hours[23]).toBe(1);
});

test('an interval of hours is complete while its last reading is younger than it', () => {
  const { start } = dayWindow(now);
  const found = completeness([start - hour, start + 3 * hour], 4 * hour, now);
  expect(found?.hours.slice(0, 8)).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
});

test('without an interval nothing is expected', () => {
  expect(completeness([], 0, now)).toBeUndefined();
});
