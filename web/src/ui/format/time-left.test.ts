import { timeLeft } from './time-left';

const at = (seconds: number, progress: number) => ({ at: seconds * 1000, progress });

test('the time left follows from the pace', () => {
  expect(timeLeft(at(0, 0), at(10, 0.25))).toBe('30 s');
  expect(timeLeft(at(0, 0.5), at(10, 0.75))).toBe('10 s');
  expect(timeLeft(at(0, 0), at(10, 0.01))).toBe('17 min');
  expect(timeLeft(at(0, 0), at(100, 0.999))).toBe('5 s');
});

test('without progress it is not known', () => {
  expect(timeLeft(at(0, 0.5), at(60, 0.5))).toBe('');
  expect(timeLeft(at(0, 0), at(1, 0.2))).toBe('');
  expect(timeLeft(at(0, 0), at(10, 1))).toBe('');
});
