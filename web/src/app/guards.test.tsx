import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useProjectMode } from '@/entities/session/project-mode';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { projectLoader, sessionLoader } from './guards';

serveTests();

afterEach(() => {
  useSessionStore.getState().signOut();
  useProjectMode.getState().leave();
});

const sign = { path: '/sign', element: <p>sign-in</p> };
const notFound = { path: '/not-found', element: <p>not found</p> };

function inside(path: string) {
  return renderWithProviders(<p>start</p>, {
    path,
    route: '/start',
    routes: [sign, { path: '/projects', loader: sessionLoader, element: <p>projects</p> }],
  });
}

test('without a session, redirects to sign-in and keeps the requested page', async () => {
  const { location } = await inside('/projects?name=a');
  expect(await screen.findByText('sign-in')).toBeInTheDocument();
  expect(location()).toBe('/sign?redirect=%2Fprojects%3Fname%3Da');
});

test('renews a stored session when the page loads', async () => {
  useSessionStore.getState().signIn(mockSession, false);
  server.use(
    http.get('*/api/sessions/current', ({ request }) => {
      expect(request.headers.get('authorization')).toBe(`Bearer ${mockSession.token}`);
      return HttpResponse.json({ ...mockSession, isSimplePwd: true });
    }),
  );
  await inside('/projects');
  expect(await screen.findByText('projects')).toBeInTheDocument();
  expect(useSessionStore.getState().session).toMatchObject({ token: mockSession.token, isSimplePwd: true });
});

test('removes an expired token and redirects to sign-in', async () => {
  useSessionStore.getState().signIn({ ...mockSession, token: 'old' }, true);
  server.use(http.get('*/api/sessions/current', () => HttpResponse.json({ error: 'x', code: 8007 }, { status: 401 })));
  await inside('/projects');
  expect(await screen.findByText('sign-in')).toBeInTheDocument();
  expect(localStorage.getItem('plumbline.session')).toBeNull();
});

test('opens the page with a stored session while the server is unreachable', async () => {
  useSessionStore.getState().signIn({ ...mockSession, token: 'offline' }, false);
  server.use(http.get('*/api/sessions/current', () => HttpResponse.error()));
  await inside('/projects');
  expect(await screen.findByText('projects')).toBeInTheDocument();
});

function project(path: string) {
  const loader = projectLoader(new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return renderWithProviders(<p>start</p>, {
    path,
    route: '/start',
    routes: [notFound, { path: '/dashboard/project/:projectId', loader, element: <p>project</p> }],
  });
}

test('a project in the URL enters project mode with its permissions', async () => {
  server.use(
    http.get('*/api/projects/7', () => HttpResponse.json({ id: 7, name: 'P', permissions: ['Retrieve:Alert'] })),
  );
  await project('/dashboard/project/7');
  expect(await screen.findByText('project')).toBeInTheDocument();
  expect(useProjectMode.getState()).toMatchObject({ projectId: 7, permissions: ['Retrieve:Alert'] });
});

test.each(['/dashboard/project/8', '/dashboard/project/abc', '/dashboard/project/12345678901234567890'])(
  '%s shows the not-found page',
  async (path) => {
    server.use(http.get('*/api/projects/8', () => HttpResponse.json({ error: 'x', code: 4004 }, { status: 404 })));
    await project(path);
    expect(await screen.findByText('not found')).toBeInTheDocument();
    expect(useProjectMode.getState().projectId).toBeNull();
  },
);
