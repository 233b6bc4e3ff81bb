import { screen } from '@testing-library/react';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { everything, readFilter } from '../model/filter';
import { NoAlerts } from './no-alerts';

beforeEach(() => useSessionStore.getState().signIn({ ...mockSession, permissions: ['Update:MeasuringPoint'] }, false));
afterEach(() => useSessionStore.getState().signOut());

const routes = [
  { path: '/projects', element: <p>projects</p> },
  { path: '/projects/7/console', element: <p>thresholds</p> },
];

async function draw(address: string, projectId = 0) {
  const wanted = vi.fn();
  const filter = readFilter(new URLSearchParams(address));
  const page = <NoAlerts filter={filter} projectId={projectId} onChange={wanted} />;
  return { wanted, ...(await renderWithProviders(page, { path: '/alerts', route: '/alerts', routes })) };
}

test.each(['q=SW', 'type=deviceHealth', 'withdrawn=1&span=7d', 'project=3'])(
  'with %s, offers to clear the filters',
  async (address) => {
    const { user, wanted } = await draw(address);
    await user.click(screen.getByRole('button', { name: '清除筛选' }));
    expect(wanted).toHaveBeenCalledWith(everything);
  },
);

test('with only a time range, offers to show all time', async () => {
  const { user, wanted } = await draw('span=7d');
  await user.click(screen.getByRole('button', { name: '查看全部时间' }));
  expect(wanted).toHaveBeenCalledWith({ span: 'all' });
});

test.each([
  [0, '查看项目', '/projects'],
  [7, '设置阈值', '/projects/7/console?tab=thresholds'],
])('without filters, links project %d to the next setup step', async (projectId, name, to) => {
  const { user, location } = await draw('', projectId);
  await user.click(screen.getByRole('link', { name }));
  expect(location()).toBe(to);
});
