import { expect, test } from 'vitest';
import { readView, writeView } from './view';

test('a view round-trips through the URL', () => {
  const change = {
    scope: 'stock',
    text: 'CR-1',
    kind: 'Collector',
    type: 'HDA3',
    model: 'HDA3-32',
    status: 'offline',
    health: 'dataLost',
    sort: '-voltage',
    columns: ['sncode', 'model', 'rssi'],
  } as const;
  expect(readView(writeView(new URLSearchParams(), change))).toMatchObject(change);
});

test('changing a filter returns to page 1, opening a device does not', () => {
  const third = new URLSearchParams('page=3');
  expect(readView(writeView(third, { health: 'lowVoltage' })).page).toBe(1);
  expect(readView(writeView(third, { open: 7 }))).toMatchObject({ page: 3, open: 7 });
  expect(writeView(new URLSearchParams('device=7&tab=chart&add=1'), { open: 0 }).toString()).toBe('');
  const record = new URLSearchParams('device=7&tab=vibration&record=5&until=9');
  expect(writeView(record, { open: 8 }).toString()).toBe('device=8&tab=vibration');
});

test('ignores invalid sort keys, columns and pages', () => {
  expect(readView(new URLSearchParams('sort=secret&cols=nonsense&page=-4'))).toMatchObject({
    sort: '',
    columns: ['sncode'],
    page: 1,
  });
});
