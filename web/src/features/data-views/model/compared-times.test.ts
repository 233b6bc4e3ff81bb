import { comparedTimes } from './compared-times';

const hour = 3_600_000;
const times = Array.from({ length: 50 }, (_, i) => i * hour);
const untouched = { times: [], at: null, base: null };

describe('compared times', () => {
  it('are six from the range, newest last', () => {
    const { curves, current, before } = comparedTimes(times, untouched, 3600);
    expect(curves).toHaveLength(6);
    expect([curves[0], curves.at(-1), current]).toEqual([0, 49 * hour, 49 * hour]);
    expect(before).toBe(25 * hour);
  });

  it('are the selected ones up to the current time', () => {
    const picked = comparedTimes(times, { ...untouched, times: [5 * hour, hour, 7], at: 3 * hour }, 3600);
    expect(picked.chosen).toEqual([hour, 5 * hour]);
    expect(picked.curves).toEqual([hour, 3 * hour]);
  });

  it('use the next reading as the base', () => {
    expect(comparedTimes(times, { ...untouched, base: 90 * 60_000 }, 3600).base).toBe(2 * hour);
  });
});
