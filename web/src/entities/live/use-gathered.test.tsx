import { act, renderHook } from '@testing-library/react';
import { useGathered } from './use-gathered';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('several calls in quick succession run once', async () => {
  const run = vi.fn();
  const { result, unmount } = renderHook(() => useGathered(run, 1_000));
  result.current();
  result.current();
  await pass(999);
  expect(run).not.toHaveBeenCalled();
  await pass(1);
  expect(run).toHaveBeenCalledOnce();
  result.current();
  unmount();
  await pass(5_000);
  expect(run).toHaveBeenCalledOnce();
});

test('calls during a slow run cause one run after it', async () => {
  let finish = () => {};
  const run = vi.fn(
    () =>
      new Promise<void>((done) => {
        finish = done;
      }),
  );
  const { result } = renderHook(() => useGathered(run, 1_000));
  result.current();
  await pass(1_000);
  result.current();
  result.current();
  await pass(10_000);
  expect(run).toHaveBeenCalledOnce();
  finish();
  await pass(1_000);
  expect(run).toHaveBeenCalledTimes(2);
});
