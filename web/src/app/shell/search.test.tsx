import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { RoutePaths } from './route-paths';
import { Search } from './search';

serveTests();

beforeEach(() => {
  useSessionStore.getState().signIn({ ...mockSession, permissions: ['View:Alert', 'View:Device'] }, false);
  server.use(
    http.get('*/api/projects', () =>
      HttpResponse.json({ list: [{ id: 7, name: '云溆大桥', corporationId: 1 }], total: 1 }),
    ),
    http.post('*/api/monitor/overview', () => HttpResponse.json({ list: [] })),
    http.get('*/api/corporations/*/devices', () => HttpResponse.json({ list: [], total: 0 })),
    http.get('*/api/common/login-info', () => HttpResponse.json({})),
  );
});
afterEach(() => useSessionStore.getState().signOut());

const routed = (
  <RoutePaths value={['dashboard', 'projects', 'alerts', 'projects/:projectId/devices']}>
    <input aria-label="a field" />
    <Search />
  </RoutePaths>
);

test('keeps text typed before the dialog opens', async () => {
  const { user } = await renderWithProviders(routed);
  await user.keyboard('{Control>}k{/Control}设备管理');
  const field = await screen.findByRole('combobox', {}, { timeout: 10_000 }); // its code loads first
  await waitFor(() => expect(field).toHaveValue('设备管理'), { timeout: 10_000 });
  expect(await screen.findByRole('option', { name: /设备管理.*云溆大桥.*页面/ })).toBeInTheDocument();
});

test('/ opens the search, except while typing in a field', async () => {
  const { user } = await renderWithProviders(routed);
  await user.type(screen.getByLabelText('a field'), '1/2');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByLabelText('a field')).toHaveValue('1/2');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('/退出');
  expect(await screen.findByRole('option', { name: /退出登录/ })).toBeInTheDocument();
  expect(screen.getByRole('combobox')).toHaveValue('退出');
});

test('keeps the option selected with the arrow keys when projects load above it', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.get('*/api/projects', async () => {
      await answered;
      return HttpResponse.json({ list: [{ id: 7, name: '云溆大桥', corporationId: 1 }], total: 1 });
    }),
  );
  const { user } = await renderWithProviders(routed);
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', {}, { timeout: 10_000 });
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}');
  const chosen = screen.getByRole('option', { selected: true }).textContent;
  answer();
  expect(await screen.findByRole('option', { name: /云溆大桥.*项目/ })).toHaveAttribute('aria-selected', 'false');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe(chosen);
});
