import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkEvery, existenceCheck } from './existence';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('only the last of what is typed quickly is asked for', async () => {
  const asked: string[] = [];
  const check = existenceCheck('', async (text) => {
    asked.push(text);
    return text === 'ABC';
  });
  const answers = ['A', 'AB', 'ABC'].map((text) => check(text));
  await vi.advanceTimersByTimeAsync(checkEvery);
  expect(await Promise.all(answers)).toEqual([true, true, true]);
  expect(asked).toEqual(['ABC']);
});

test('a text is asked for once, and the one that was there before never', async () => {
  const ask = vi.fn(async () => false);
  const check = existenceCheck('OLD-1', ask);
  expect(await check('OLD-1')).toBe(false);
  expect(await check('')).toBe(false);
  const first = check('NEW-1');
  await vi.advanceTimersByTimeAsync(checkEvery);
  expect(await first).toBe(false);
  expect(await check('NEW-1')).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
});
