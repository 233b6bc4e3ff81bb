import { createHmac } from 'node:crypto';
import { axeViolations, expect, test } from './fixtures';

/** The code of an authenticator app (RFC 6238) for the step of a time. */
function codeOf(secret: string, at: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(' ', '')].map((c) => letters.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('a second factor is set up, asked for, and taken away', async ({ page, signIn }) => {
  const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';
  await signIn();
  await page.goto('/profile');
  await page.getByRole('button', { name: '启用', exact: true }).click();
  await page.getByLabel('请先输入当前密码').fill(password);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByLabel('应用显示的 6 位动态码').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const secret = await page.getByRole('dialog').locator('code').innerText();
  await page.getByLabel('应用显示的 6 位动态码').fill(codeOf(secret, Date.now()));
  await page.getByRole('button', { name: '确认启用' }).click();
  await page.getByRole('button', { name: '我已保存恢复码' }).waitFor();
  const codes = await page.getByRole('list', { name: '恢复码' }).locator('code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: '我已保存恢复码' }).click();

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/sign');
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('密码').first().fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('button', { name: '使用恢复码' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('恢复码').fill(codes[0] ?? '');
  await page.getByRole('button', { name: '验证' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign');

  await page.goto('/profile');
  await page.getByRole('button', { name: '停用', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('当前密码').fill(password);
  await dialog.getByLabel('动态码或恢复码').fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: '停用', exact: true }).click();
  await expect(page.getByText('两步验证已停用')).toBeVisible();
});

test('an API key calls for its holder until it is revoked', async ({ page, signIn, request }) => {
  await signIn();
  await page.goto('/profile');
  await page.getByRole('button', { name: '新建密钥' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('拉取');
  await dialog.getByLabel('权限').click();
  await page.getByTitle('项目·查看').click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  const key = await dialog.locator('code').innerText();
  const headers = { Authorization: `Bearer ${key}` };
  expect((await request.get('/api/projects', { headers })).status()).toBe(200);
  expect((await request.get('/api/sessions', { headers })).status()).toBe(403);
  await dialog.getByRole('button', { name: '我已保存密钥' }).click();
  await page.getByRole('row', { name: /拉取/ }).getByRole('button', { name: '撤销' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('密钥已撤销')).toBeVisible();
  expect((await request.get('/api/projects', { headers })).status()).toBe(401);
});

test('own picture and sessions, accessible in both themes', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/profile');
  await page.getByRole('button', { name: '更换头像' }).click();
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 300;
    canvas.getContext('2d')?.fillRect(20, 20, 200, 200);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') });
  await page.getByRole('slider').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('头像已更新')).toBeVisible();
  await expect(page.getByRole('table', { name: '我的会话' }).getByText('当前会话')).toBeVisible();
  for (const theme of ['default', 'white']) {
    await page.evaluate((name) => localStorage.setItem('plumbline.theme', name), theme);
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: '移除头像' }).click();
  await expect(page.getByText('头像已移除')).toBeVisible();
});
