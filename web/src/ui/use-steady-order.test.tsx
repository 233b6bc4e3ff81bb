import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { inOrder, useSteadyOrder } from './use-steady-order';

interface Row {
  id: number;
  level: number;
}

const idOf = (row: Row) => row.id;
const rankOf = (row: Row) => row.level;

function List({ rows, question }: { rows: Row[]; question?: string }) {
  const list = useRef<HTMLUListElement>(null);
  const steady = useSteadyOrder(list, rows, { idOf, rankOf, question });
  return (
    <ul ref={list}>
      {steady.map((row) => (
        <li key={row.id}>
          <button type="button">
            {row.id}:{row.level}
          </button>
        </li>
      ))}
    </ul>
  );
}

const shown = () => screen.getAllByRole('button').map((row) => row.textContent);
const [one, two, three] = [
  { id: 1, level: 0 },
  { id: 2, level: 0 },
  { id: 3, level: 0 },
];

test('rows missing from the order come last, in their original order', () => {
  expect(inOrder([3, 1, 2, 4], Number, [4, 3])).toEqual([4, 3, 1, 2]);
});

test('rows keep their places until a rank changes', () => {
  const { rerender } = render(<List rows={[one, two, three]} />);
  rerender(<List rows={[three, two, one]} />);
  expect(shown()).toEqual(['1:0', '2:0', '3:0']);
  rerender(<List rows={[{ id: 3, level: 4 }, two, one]} />);
  expect(shown()).toEqual(['3:4', '2:0', '1:0']);
});

test.each([
  [
    'pointer',
    () => fireEvent.pointerEnter(screen.getByRole('list')),
    () => fireEvent.pointerLeave(screen.getByRole('list')),
  ],
  ['focus', () => fireEvent.focusIn(screen.getByText('1:0')), () => fireEvent.focusOut(screen.getByText('1:0'))],
])('under the %s, values update in place and the new order waits', (_, enter, leave) => {
  const { rerender } = render(<List rows={[one, two]} />);
  enter();
  rerender(<List rows={[{ id: 3, level: 4 }, { id: 2, level: 2 }, one]} />);
  expect(shown()).toEqual(['1:0', '2:2', '3:4']);
  leave();
  expect(shown()).toEqual(['3:4', '2:2', '1:0']);
});

test('a different query is reordered at once', () => {
  const { rerender } = render(<List rows={[one, two]} question="level" />);
  fireEvent.pointerEnter(screen.getByRole('list'));
  rerender(<List rows={[two, one]} question="name" />);
  expect(shown()).toEqual(['2:0', '1:0']);
});
