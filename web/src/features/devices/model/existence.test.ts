import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkEvery, existenceCheck } from './existence';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('checks only the last text when typing quickly', async () => {
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

test('checks a text once, and the original one never', async () => {
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
