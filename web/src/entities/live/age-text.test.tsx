import { screen } from '@testing-library/react';
import { renderWithProviders } from '@/test/render';
import { AgeText } from './age-text';
import { useConnection } from './connection';

// Test files share modules: another may have left the connection lost.
beforeEach(() => useConnection.getState().begin(Date.now()));
afterEach(() => useConnection.getState().begin(Date.now()));

test('no age looks fresh while the server is unreachable', async () => {
  const now = Date.now();
  const ages = (
    <>
      <AgeText time={now - 48_000} interval={3600} />
      <AgeText time={now - 5 * 3_600_000 - 60_000} interval={3600} />
    </>
  );
  const { unmount } = await renderWithProviders(ages);
  expect(screen.getByText('刚刚')).toHaveAttribute('data-look', 'fresh');
  unmount();
  useConnection.setState({ loss: { reason: 'unreachable', since: now - 30_000, shown: now - 33_000, tries: 4 } });
  await renderWithProviders(ages);
  expect(screen.getByText(/^4\d 秒前$/)).toHaveAttribute('data-look', 'late');
  expect(screen.getByText('5 小时前')).toHaveAttribute('data-look', 'stale');
});

test('ages look fresh while the page polls because a proxy holds the stream back', async () => {
  const now = Date.now();
  useConnection.setState({ loss: { reason: 'held', since: now, shown: now, tries: 1 } });
  await renderWithProviders(<AgeText time={now - 10_000} interval={3600} />);
  expect(screen.getByText('刚刚')).toHaveAttribute('data-look', 'fresh');
});
