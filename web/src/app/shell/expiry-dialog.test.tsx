import { act, screen } from '@testing-library/react';
import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { ExpiryDialog } from './expiry-dialog';

afterEach(() => useSessionStore.getState().signOut());

test('an expired session shows one dialog that leads to sign-in and keeps the current page', async () => {
  useSessionStore.getState().signIn(mockSession, false);
  const { user, location } = await renderWithProviders(<ExpiryDialog />, {
    path: '/projects/7/alerts?level=4',
    route: '/projects/:projectId/alerts',
    routes: [{ path: '/sign', element: <p>sign-in</p> }],
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => useSessionStore.getState().expire());
  act(() => useSessionStore.getState().expire());
  expect(await screen.findAllByRole('dialog')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '重新登录' }));
  expect(await screen.findByText('sign-in')).toBeInTheDocument();
  expect(location()).toBe('/sign?redirect=%2Fprojects%2F7%2Falerts%3Flevel%3D4');
  expect(useSessionStore.getState().session).toBeNull();
  expect(sessionStorage.getItem('plumbline.session')).toBeNull();
});
