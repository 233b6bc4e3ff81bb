import type { Alert } from '../queries';
import { choose, mayChoose, toggled } from './chosen';

const alert = (id: number, status: Alert['status'] = 'Pending') => ({ id, status }) as Alert;

describe('alert selection', () => {
  it('keeps the selection on other pages', () => {
    const chosen = choose([alert(1), alert(9)], [alert(1), alert(2), alert(3)], [2, 3, 9]);
    expect(chosen.map(({ id }) => id)).toEqual([9, 2, 3]);
  });

  it('toggles an alert', () => {
    expect(toggled([], alert(4))).toHaveLength(1);
    expect(toggled([alert(4)], alert(4))).toEqual([]);
  });

  it('allows only alerts that are not processed yet', () => {
    expect(
      (['Pending', 'Notice', 'Restore', 'Confirm', 'FalseAlarm'] as const).map((s) => mayChoose(alert(1, s))),
    ).toEqual([true, true, true, false, false]);
  });
});
