import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { Header } from './header';

serveTests();

beforeEach(() => {
  useSessionStore.getState().signIn(mockSession, false);
  server.use(
    http.get('*/api/notifications/latest', () => HttpResponse.json({ list: [], unread: 0 })),
    http.get('*/api/common/login-info', () => HttpResponse.json({})),
    http.get('*/api/projects/7', () => HttpResponse.json({ id: 7, name: '云溆大桥', permissions: [] })),
  );
});
afterEach(() => {
  useSessionStore.getState().signOut();
  useProjectMode.getState().leave();
});

const brand = () => screen.getByRole('banner').querySelector('a');

test('outside a project, the logo links to the home page', async () => {
  await renderWithProviders(<Header phone={false} />, { path: '/projects', route: '/projects' });
  expect(await screen.findByText('企业视图')).toBeInTheDocument();
  expect(brand()).toHaveAttribute('href', '/dashboard');
  expect(screen.queryByRole('link', { name: '退出项目' })).toBeNull();
});

test('in a project, the header shows its name, the logo links to its screen and the arrow leaves it', async () => {
  useProjectMode.getState().enter(7, []);
  const { user } = await renderWithProviders(<Header phone={false} />, {
    path: '/dashboard/project/7',
    route: '/dashboard/project/:projectId',
    routes: [{ path: '/dashboard', element: <p>home</p> }],
  });
  expect(await screen.findByRole('heading', { name: '云溆大桥' })).toBeInTheDocument();
  expect(brand()).toHaveAttribute('href', '/dashboard/project/7');
  await user.click(screen.getByRole('link', { name: '退出项目' }));
  expect(await screen.findByText('home')).toBeInTheDocument();
});

test('on a phone, the arrow replaces the logo', async () => {
  useProjectMode.getState().enter(7, []);
  await renderWithProviders(<Header phone />, { path: '/projects/7/alerts', route: '/projects/:projectId/alerts' });
  expect(await screen.findByRole('link', { name: '退出项目' })).toHaveAttribute('href', '/dashboard');
});
