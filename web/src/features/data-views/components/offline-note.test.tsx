import { screen } from '@testing-library/react';
import { axeViolations } from '@/test/axe';
import { renderWithProviders } from '@/test/render';
import type { FeedDevice } from '../model/types';
import { OfflineNote } from './offline-note';

const device = (more: Partial<FeedDevice>): FeedDevice => ({
  ...{
    id: 1,
    name: '测斜仪 1',
    sncode: 'SN-1',
    model: '',
    type: 'ADM',
    state: 'online',
    health: 'normal',
    voltage: null,
  },
  lastSeen: Date.UTC(2026, 2, 1, 0, 30),
  ...more,
});

const draw = (devices: FeedDevice[] | undefined) =>
  renderWithProviders(<OfflineNote devices={devices} zone="Asia/Shanghai" />);

test('names the devices that are offline and their last contact, and passes axe', async () => {
  const never = { name: '', sncode: 'SN-3', lastSeen: null, state: 'offline' };
  const { container } = await draw([device({ state: 'offline' }), device({ name: '测斜仪 2' }), device(never)]);
  expect(screen.getByRole('status')).toHaveTextContent(
    '离线测斜仪 1（最近通信 2026-03-01 08:30:00）、SN-3（从未通信），显示已有数据',
  );
  expect(await axeViolations(container)).toEqual([]);
});

test.each([
  ['unknown', undefined],
  ['none', []],
  ['online or asleep', [device({}), device({ state: 'sleep' })]],
])('says nothing if the devices are %s', async (_, devices) => {
  await draw(devices);
  expect(screen.queryByRole('status')).toBeNull();
});
