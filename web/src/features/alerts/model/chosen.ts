import type { Alert } from '../queries';

/** mayChoose reports whether an alert can still be processed. */
export function mayChoose(alert: Pick<Alert, 'status'>): boolean {
  return alert.status !== 'Confirm' && alert.status !== 'FalseAlarm';
}

/** choose returns the selection after the checkboxes of one page changed; selections on other pages stay. */
export function choose(chosen: readonly Alert[], page: readonly Alert[], ids: readonly number[]): Alert[] {
  const here = new Set(page.map(({ id }) => id));
  const wanted = new Set(ids);
  return [...chosen.filter(({ id }) => !here.has(id)), ...page.filter((alert) => wanted.has(alert.id))];
}

/** toggled adds an alert to the selection or removes it. */
export function toggled(chosen: readonly Alert[], alert: Alert): Alert[] {
  return chosen.some(({ id }) => id === alert.id) ? chosen.filter(({ id }) => id !== alert.id) : [...chosen, alert];
}
