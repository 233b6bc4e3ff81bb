import { act, renderHook } from '@testing-library/react';
import { useUndo } from './use-undo';

test('undoes the last change of the open drawing first and drops failed ones', () => {
  const undone: string[] = [];
  const { result, rerender } = renderHook(({ of }) => useUndo(of), { initialProps: { of: 1 } });
  act(() => void result.current.push(() => undone.push('first')));
  act(() => void result.current.push(() => undone.push('second')));
  const refused: { drop?: () => void } = {};
  act(() => {
    refused.drop = result.current.push(() => undone.push('refused'));
  });
  act(() => refused.drop?.());
  act(() => result.current.undo?.());
  expect(undone).toEqual(['second']);
  rerender({ of: 2 });
  expect(result.current.undo).toBeUndefined();
  rerender({ of: 1 });
  act(() => result.current.undo?.());
  expect(undone).toEqual(['second', 'first']);
  expect(result.current.undo).toBeUndefined();
});
