import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { vi } from 'vitest';
import { useProjectMode } from '@/entities/session/project-mode';
import { type Session, useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import * as reload from '@/ui/reload-page';
import { useThemeStore } from '@/ui/theme/theme-store';
import { UserMenu } from './user-menu';

// Not vi.mock: test files share modules, and another may have loaded this one before.
const reloadPage = vi.spyOn(reload, 'reloadPage').mockImplementation(() => undefined);
afterAll(() => reloadPage.mockRestore());

serveTests();

afterEach(() => {
  reloadPage.mockClear();
  useSessionStore.getState().signOut();
  useProjectMode.getState().leave();
  useThemeStore.getState().setTheme('default');
});

async function open(change: Partial<Session> = {}) {
  useSessionStore.getState().signIn({ ...mockSession, privateDeployment: false, ...change }, false);
  const page = await renderWithProviders(<UserMenu />, {
    path: '/projects',
    route: '/projects',
    routes: [
      { path: '/sign', element: <p>sign-in</p> },
      { path: '/documents', element: <p>the guide</p> },
    ],
  });
  await page.user.click(screen.getByRole('button', { name: /监测一组/ }));
  await screen.findByRole('menuitem', { name: /退出登录/ });
  return page;
}

const brand = {
  corporationName: '',
  platformName: '',
  title: '',
  logo: '',
  favicon: '',
  copyright: '',
  activeNSBDInfoTable: false,
};
const entries = () =>
  ['帮助文档', '更新日志'].filter((name) => screen.queryByRole('menuitem', { name: new RegExp(name) }));

test('lists the guide and the release notes', async () => {
  const { user } = await open({ brand: { ...brand, documentDisabled: false } });
  expect(entries()).toEqual(['帮助文档', '更新日志']);
  await user.click(screen.getByRole('menuitem', { name: /帮助文档/ }));
  expect(await screen.findByText('the guide')).toBeInTheDocument();
});

test('a corporation can hide the guide', async () => {
  await open({ brand: { ...brand, documentDisabled: true } });
  expect(entries()).toEqual(['更新日志']);
});

test('a private deployment lists neither the guide nor the release notes', async () => {
  await open({ privateDeployment: true });
  expect(entries()).toEqual([]);
});

test('signing out asks for confirmation, then clears the session and the project', async () => {
  let signOuts = 0;
  server.use(
    http.post('*/api/sessions/signout', () => {
      signOuts += 1;
      return HttpResponse.json({});
    }),
  );
  const { user } = await open();
  await user.click(screen.getByRole('menuitem', { name: /退出登录/ }));
  const dialog = await screen.findByRole('dialog', { name: /退出账号 监测一组/ });
  expect(useSessionStore.getState().session).not.toBeNull();
  expect(signOuts).toBe(0);
  const out = [...dialog.querySelectorAll('button')].find((button) => button.textContent === '退出登录');
  await user.click(out!);
  expect(await screen.findByText('sign-in')).toBeInTheDocument();
  expect(signOuts).toBe(1);
  expect(useSessionStore.getState().session).toBeNull();
  expect(useProjectMode.getState().projectId).toBeNull();
});

test('saves the theme to the profile, then reloads the page', async () => {
  let saved: unknown;
  server.use(
    http.post('*/api/users/1/profile', async ({ request }) => {
      saved = await request.json();
      return HttpResponse.json({ ...mockSession.user, theme: 'white' });
    }),
  );
  const { user } = await open();
  await user.click(screen.getByRole('menuitem', { name: '浅色' }));
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  expect(saved).toEqual({ theme: 'white' });
  expect(localStorage.getItem('plumbline.theme')).toBe('white');
  expect(useSessionStore.getState().session?.user.theme).toBe('white');
});

test('keeps the current theme if saving fails', async () => {
  server.use(http.post('*/api/users/1/profile', () => HttpResponse.json({ error: 'x', code: 0 }, { status: 500 })));
  const { user, queryClient } = await open();
  await user.click(screen.getByRole('menuitem', { name: '浅色' }));
  await waitFor(() => expect(queryClient.getMutationCache().getAll()[0]?.state.status).toBe('error'));
  expect(reloadPage).not.toHaveBeenCalled();
  expect(useThemeStore.getState().theme).toBe('default');
});
