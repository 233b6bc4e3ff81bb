import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/shared/session/session-store';
import { axeViolations } from '@/test/axe';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { SignInForm } from './sign-in-form';

serveTests();
const reply = mockSession;
const key = 'plumbline.session';

afterEach(() => useSessionStore.getState().signOut());

async function fill(remember: boolean) {
  const onSignedIn = vi.fn();
  const { user, container } = await renderWithProviders(<SignInForm onSignedIn={onSignedIn} />);
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

test('a refusal is said in the words of the server, with when to try again', async () => {
  server.use(
    http.post('*/api/sessions/signin', () =>
      HttpResponse.json({ error: '尝试过多', code: 2003 }, { status: 429, headers: { 'Retry-After': '60' } }),
    ),
  );
  const { onSignedIn, submit } = await fill(false);
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('尝试过多（错误码 2003）');
  expect(screen.getByRole('alert')).toHaveTextContent('60 秒后可再试');
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('a reply without a token signs nobody in', async () => {
  server.use(http.post('*/api/sessions/signin', () => HttpResponse.json({ ...reply, token: '' })));
  const { onSignedIn, submit } = await fill(false);
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent('认证失败');
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(useSessionStore.getState().session).toBeNull();
});

test('empty fields are named', async () => {
  const { user } = await renderWithProviders(<SignInForm onSignedIn={() => undefined} />);
  await user.click(screen.getByRole('button', { name: '登录' }));
  expect(await screen.findByText('账号不能为空')).toBeInTheDocument();
  expect(screen.getByText('密码不能为空')).toBeInTheDocument();
});
