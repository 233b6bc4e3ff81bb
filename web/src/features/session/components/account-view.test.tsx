import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useSessionStore } from '@/entities/session/session-store';
import { axeViolations } from '@/test/axe';
import { mockSession } from '@/test/fixtures/session';
import { renderWithProviders } from '@/test/render';
import { server, serveTests } from '@/test/server';
import { AccountView } from './account-view';

serveTests();
afterEach(() => useSessionStore.getState().signOut());

function options(signUp: boolean, channels: string[], troubled: string[] = []) {
  server.use(
    http.get('*/api/sessions/options', () =>
      HttpResponse.json({ signUp, channels, troubled, codeDigits: 6, resendAfter: 60, termsVersion: '1' }),
    ),
  );
}

/** Pastes text, which is fast even on a busy machine. */
async function fill(user: UserEvent, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

async function open(view: 'register' | 'forgot') {
  const onSignedIn = vi.fn();
  const onReset = vi.fn();
  const drawn = await renderWithProviders(
    <AccountView view={view} back="/sign" onSignedIn={onSignedIn} onReset={onReset} />,
  );
  return { ...drawn, onSignedIn, onReset };
}

test('without a way to send codes, says what is not configured and offers no action', async () => {
  options(true, []);
  await open('forgot');
  expect(await screen.findByText(/未配置邮件和短信发送/)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('says that self-registration is disabled in a private deployment', async () => {
  options(false, ['mail']);
  await open('register');
  expect(await screen.findByText(/未开放自助注册/)).toBeInTheDocument();
});

test('says that an address already has an account only after it is verified', async () => {
  options(true, ['mail', 'sms']);
  server.use(
    http.post('*/api/sessions/signup/check-account', async ({ request }) => {
      const { code } = (await request.json()) as { code?: string };
      return HttpResponse.json(code ? { isExist: true } : { channel: 'mail', resendAfter: 60, expiresIn: 600 });
    }),
  );
  const { user, container } = await open('register');
  await fill(user, await screen.findByLabelText('邮箱或手机号'), 'li@example.com');
  await user.click(screen.getByRole('button', { name: '获取验证码' }));
  expect(await screen.findByText(/验证码已发往该邮箱/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /秒后重发/ })).toBeDisabled();
  await fill(user, screen.getByLabelText('验证码'), ' 402 913');
  expect(screen.getByLabelText('验证码')).toHaveValue('402913');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  expect(await screen.findByText(/已注册，可直接登录/)).toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

test('a code rejected at the last step leads back to the first', async () => {
  options(true, ['mail']);
  server.use(
    http.post('*/api/sessions/signup/check-account', () => HttpResponse.json({ isExist: false })),
    http.post('*/api/sessions/signup', () =>
      HttpResponse.json(
        { error: '验证码不正确或已过期', code: 8105, fields: { code: '验证码不正确或已过期' } },
        { status: 422 },
      ),
    ),
    http.post('*/api/sessions/signin', () => HttpResponse.json(mockSession)),
  );
  const { user, onSignedIn } = await open('register');
  await fill(user, await screen.findByLabelText('邮箱'), 'li@example.com');
  await fill(user, screen.getByLabelText('验证码'), '402913');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  await fill(user, await screen.findByLabelText('企业名称'), '东岸');
  await fill(user, screen.getByLabelText('管理员账号'), 'li');
  await fill(user, screen.getByLabelText('密码'), 'Bridge#2027');
  await fill(user, screen.getByLabelText('再次输入密码'), 'Bridge#2027');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: '注册并登录' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('验证码不正确或已过期');
  expect(screen.getByLabelText('邮箱')).toBeInTheDocument();
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('warns that the mail server is unreachable before a code is requested', async () => {
  options(true, ['mail'], ['mail']);
  await open('forgot');
  expect(await screen.findByText(/邮件服务器暂时无法连接/)).toBeInTheDocument();
});
