import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { RoutePaths } from './route-paths';
import { Sidebar } from './sidebar';
import { useSidebar } from './sidebar-store';

serveTests();

beforeEach(() => {
  useSessionStore.getState().signIn(mockSession, false);
  server.use(
    http.get('*/api/common/version', () => HttpResponse.json({ version: 'v9.8' })),
    http.get('*/api/common/login-info', () => HttpResponse.json({})),
    http.get('*/api/projects', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name') ?? '';
      const list = [
        { id: 7, name: '云溆大桥' },
        { id: 8, name: '北坡' },
      ].filter((project) => project.name.includes(name));
      return HttpResponse.json({ list, total: list.length });
    }),
  );
});
afterEach(() => {
  useSessionStore.getState().signOut();
  useProjectMode.getState().leave();
});

function WithStore() {
  const { collapsed, toggle } = useSidebar();
  return (
    <RoutePaths value={['dashboard', 'projects', 'dashboard/project/:projectId']}>
      <Sidebar collapsed={collapsed.normal} onToggle={() => toggle('normal')} />
    </RoutePaths>
  );
}

test('the footer shows copyright and version', async () => {
  await renderWithProviders(<WithStore />);
  expect(await screen.findByText(/©.*v9\.8/)).toBeInTheDocument();
});

test('falls back to v1.0 if the server does not return a version', async () => {
  server.use(http.get('*/api/common/version', () => HttpResponse.error()));
  await renderWithProviders(<WithStore />);
  expect(await screen.findByText(/©.*v1\.0/)).toBeInTheDocument();
});

test('remembers the collapsed state in this browser', async () => {
  const { user } = await renderWithProviders(<WithStore />);
  await user.click(screen.getByRole('button', { name: '收起侧栏' }));
  expect(screen.getByRole('button', { name: '展开侧栏' })).toHaveAttribute('aria-expanded', 'false');
  expect(JSON.parse(localStorage.getItem('plumbline.sidebar') ?? '{}')).toMatchObject({ normal: true });
  await user.click(screen.getByRole('button', { name: '展开侧栏' }));
  expect(JSON.parse(localStorage.getItem('plumbline.sidebar') ?? '{}')).toMatchObject({ normal: false });
});

test('searches projects on the server and links each to its screen', async () => {
  const { user } = await renderWithProviders(<WithStore />);
  await user.click(screen.getByRole('button', { name: '选择项目' }));
  expect(await screen.findByRole('link', { name: '云溆大桥' })).toHaveAttribute('href', '/dashboard/project/7');
  await user.type(screen.getByRole('textbox', { name: '搜索项目' }), '北');
  await waitFor(() => expect(screen.queryByRole('link', { name: '云溆大桥' })).toBeNull());
  expect(screen.getByRole('link', { name: '北坡' })).toBeInTheDocument();
  await user.clear(screen.getByRole('textbox', { name: '搜索项目' }));
  await user.type(screen.getByRole('textbox', { name: '搜索项目' }), '没有');
  expect(await screen.findByText('没有匹配的项目')).toBeInTheDocument();
});
