import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { axeViolations } from '@/test/axe';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { SignInView } from './sign-in-view';

serveTests();
const reply = mockSession;
const key = 'plumbline.session';

beforeEach(() =>
  server.use(
    http.get('*/api/common/login-info', () => HttpResponse.json({ ssoName: '' })),
    http.get('*/api/sessions/options', () => HttpResponse.json({ signUp: false, channels: [] })),
  ),
);

afterEach(() => useSessionStore.getState().signOut());

const view = (onEnter: () => void) => (
  <SignInView search={new URLSearchParams()} titleClass={undefined} onEnter={onEnter} />
);

async function fill(remember: boolean) {
  const onSignedIn = vi.fn();
  const { user, container } = await renderWithProviders(view(onSignedIn));
  await user.type(screen.getByLabelText('账号'), ' monitor01 ');
  await user.type(screen.getByLabelText('密码'), 'Secret-1');
  if (remember) await user.click(screen.getByLabelText('记住我'));
  return { onSignedIn, container, submit: () => user.click(screen.getByRole('button', { name: '登录' })) };
}

test('signs in with the name trimmed and keeps the token for this window only', async () => {
  let sent: unknown;
  server.use(
    http.post('*/api/sessions/signin', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(reply);
    }),
  );
  const { onSignedIn, submit, container } = await fill(false);
  expect(await axeViolations(container)).toEqual([]);
  await submit();
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(sent).toEqual({ name: 'monitor01', password: 'Secret-1', remember: false });
  expect(sessionStorage.getItem(key)).toContain(reply.token);
  expect(localStorage.getItem(key)).toBeNull();
});

test('remember-me keeps the token in this browser', async () => {
  server.use(http.post('*/api/sessions/signin', () => HttpResponse.json(reply)));
  const { onSignedIn, submit } = await fill(true);
  await submit();
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(localStorage.getItem(key)).toContain(reply.token);
  expect(sessionStorage.getItem(key)).toBeNull();
});

test('a rejected sign-in shows the error of the server and when to retry', async () => {
  server.use(
    http.post('*/api/sessions/signin', () =>
      HttpResponse.json({ error: '尝试过多', code: 2003 }, { status: 429, headers: { 'Retry-After': '60' } }),
    ),
  );
  const { onSignedIn, submit } = await fill(false);
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('尝试过多（错误码 2003）');
  expect(screen.getByRole('alert')).toHaveTextContent('60 秒后可重试');
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('a reply without a token does not sign in', async () => {
  server.use(http.post('*/api/sessions/signin', () => HttpResponse.json({ ...reply, token: '' })));
  const { onSignedIn, submit } = await fill(false);
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('登录失败');
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(useSessionStore.getState().session).toBeNull();
});

test('empty fields show an error', async () => {
  const { user } = await renderWithProviders(view(() => undefined));
  await user.click(screen.getByRole('button', { name: '登录' }));
  expect(await screen.findByText('账号不能为空')).toBeInTheDocument();
  expect(screen.getByText('密码不能为空')).toBeInTheDocument();
});

test('asks for the second factor before there is a session', async () => {
  const tried: unknown[] = [];
  server.use(
    http.post('*/api/sessions/signin', () => HttpResponse.json({ secondFactor: { challenge: 'c-1', expiresAt: 1 } })),
    http.post('*/api/sessions/second-factor', async ({ request }) => {
      tried.push(await request.json());
      return tried.length === 1
        ? HttpResponse.json({ error: '验证码不正确或已使用过', code: 8133 }, { status: 422 })
        : HttpResponse.json(reply);
    }),
  );
  const { onSignedIn, submit, container } = await fill(true);
  await submit();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('验证码'), '123456');
  expect(sessionStorage.getItem(key)).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '验证' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('验证码不正确');
  await user.click(screen.getByRole('button', { name: '使用恢复码' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(screen.getByLabelText('恢复码'), 'ABCDE-23456');
  await user.click(screen.getByRole('button', { name: '验证' }));
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(tried).toEqual([
    { challenge: 'c-1', code: '123456' },
    { challenge: 'c-1', code: 'ABCDE-23456' },
  ]);
  expect(localStorage.getItem(key)).toContain(reply.token);
});

test('a required second factor is set up before the session opens', async () => {
  server.use(http.post('*/api/sessions/signin', () => HttpResponse.json({ ...reply, mustEnrol: true })));
  const { onSignedIn, submit } = await fill(false);
  await submit();
  expect(await screen.findByRole('heading', { name: '先启用两步验证' })).toBeInTheDocument();
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('returning from the provider opens the session that this browser started', async () => {
  const sent: unknown[] = [];
  sessionStorage.setItem('plumbline.sso', JSON.stringify({ binding: 'mine', redirect: '/projects' }));
  server.use(
    http.post('*/api/sessions/oidc/exchange', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(reply);
    }),
  );
  const onEnter = vi.fn();
  const { location } = await renderWithProviders(view(onEnter), { path: '/sign#sso=once' });
  await vi.waitFor(() => expect(onEnter).toHaveBeenCalledWith('/projects'));
  expect(sent).toEqual([{ code: 'once', binding: 'mine' }]);
  expect(location()).toBe('/sign');
});
