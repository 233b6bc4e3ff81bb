import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useNavigate } from 'react-router';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import ProjectsPage from './projects-page';

serveTests();
beforeEach(() => {
  useSessionStore.getState().signIn({ ...mockSession, permissions: ['Create:Project', 'Retrieve:Project'] }, false);
  server.use(
    http.get('*/api/projects', () => HttpResponse.json({ list: [], total: 0 })),
    http.post('*/api/projects', () => HttpResponse.json({ id: 9 }, { status: 201 })),
    http.get('*/api/map/info', () => HttpResponse.json({ online: false })),
  );
});
afterEach(() => useSessionStore.getState().signOut());

function Console() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}

const routes = [{ path: '/projects/:projectId/console', element: <Console /> }];

test('a new project opens its console, and Back returns to the list without the dialog', async () => {
  const page = await renderWithProviders(<ProjectsPage />, { path: '/projects', route: '/projects', routes });
  await page.user.click(await screen.findByRole('button', { name: '新增项目' }));
  expect(page.location()).toBe('/projects?create=');
  await page.user.type(await screen.findByLabelText('项目名称'), '北塘');
  await page.user.click(screen.getAllByRole('button', { name: '新增项目' }).at(-1) as HTMLElement);
  await page.user.click(await screen.findByText('Back'));
  await waitFor(() => expect(page.location()).toBe('/projects'));
});

test('closing the dialog keeps the filter of the list, however it was opened', async () => {
  for (const path of ['/projects?name=a', '/projects?name=a&create=']) {
    const page = await renderWithProviders(<ProjectsPage />, { path, route: '/projects', routes });
    if (!path.includes('create')) await page.user.click(await screen.findByRole('button', { name: '新增项目' }));
    await screen.findByLabelText('项目名称');
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(page.location()).toBe('/projects?name=a'));
    page.unmount();
  }
});
