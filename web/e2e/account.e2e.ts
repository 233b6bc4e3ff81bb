import { axeViolations, expect, test } from './fixtures';
import { MailServer } from './mail-server';

const password = 'Bridge#2027';
const unique = Date.now().toString(36);
let mails: MailServer;

test.beforeAll(() => {
  mails = new MailServer(Number(process.env.SMTP_PORT ?? 2525));
});
test.afterAll(() => mails.close());

/** Codes travel by mail, which takes its time. */
async function codeFor(address: string): Promise<string> {
  await expect.poll(() => mails.code(address), { timeout: 30_000 }).toBeDefined();
  return mails.code(address) ?? '';
}

test('a corporation registers by mail, and nobody learns who has an account', async ({ page, watch }) => {
  watch.expectFailure(/422|409/);
  const address = `li.${unique}@example.com`;
  await page.goto('/sign');
  await page.getByRole('link', { name: '注册企业' }).click();
  await expect(page.getByRole('heading', { name: '注册企业' })).toBeVisible();
  await page.getByLabel('邮箱').fill('nonsense');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText('请输入邮箱')).toBeVisible();
  await page.getByLabel('邮箱').fill(address);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled();
  expect(await axeViolations(page)).toEqual([]);
  const code = await codeFor(address);
  await page.getByLabel('验证码').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('验证码不正确或已过期')).toBeVisible();
  await page.getByLabel('验证码').fill(code);
  await page.getByRole('button', { name: '下一步' }).click();

  await page.getByLabel('企业名称').fill(`东岸 ${unique}`);
  await page.getByLabel('管理员账号').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(`密${password}`);
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue(password);
  await page.getByLabel('再次输入密码').fill(password);
  await page.getByRole('button', { name: '注册并登录' }).click();
  await expect(page.getByText('请阅读并同意服务条款与隐私政策')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '注册并登录' }).click();
  await expect(page.getByText('名称已被使用')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('管理员账号').fill(`li-${unique}`);
  await page.getByRole('button', { name: '注册并登录' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.evaluate(() => sessionStorage.clear());

  const other = `li2.${unique}@example.com`;
  await page.goto('/sign?view=forgot');
  await expect(page.getByRole('heading', { name: '重置密码' })).toBeVisible();
  await page.getByLabel('邮箱').fill(other);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText(/验证码已发往该邮箱/)).toBeVisible(); // as for every address, though nobody has it
  expect(await axeViolations(page)).toEqual([]);
});

test('a forgotten password is replaced by mail', async ({ page, signIn, watch }) => {
  test.setTimeout(150_000);
  watch.expectFailure(/401|422/);
  const address = `admin.${unique}@example.com`;
  await signIn();
  await page.goto('/profile');
  await page.getByRole('button', { name: '更改', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('新邮箱').fill(address);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await dialog.getByLabel('验证码').fill(await codeFor(address));
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByText('已验证，可用于登录和重置密码')).toBeVisible();
  const used = await codeFor(address);

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/sign');
  await page.getByRole('link', { name: '忘记密码' }).click();
  await page.getByLabel('邮箱').fill(address);
  // A minute lies between two codes for an address; the button says when, and is pressed then.
  const send = page.getByRole('button', { name: /获取验证码|重新获取/ });
  watch.expectFailure(/429/);
  await send.click();
  await expect(send).toBeEnabled({ timeout: 70_000 });
  await send.click();
  await expect.poll(() => mails.code(address), { timeout: 30_000 }).not.toBe(used);
  await page.getByLabel('验证码').fill(mails.code(address) ?? '');
  // The demo's own password again: later journeys sign in with it.
  const own = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';
  await page.getByLabel('新密码', { exact: true }).fill(own);
  await page.getByLabel('再次输入密码').fill(own);
  await page.getByRole('button', { name: '重置密码' }).click();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await signIn(address, own);
});
