import { publish } from './device';
import { expect, test } from './fixtures';
import { makeSite } from './site';

const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';

// Runs before the registration journey: with several corporations an unknown register could belong to any of them, and
// is shown to none.
test('an unknown device is listed and can be registered', async ({ page, signIn, baseURL }) => {
  const site = await makeSite(baseURL ?? '', password);
  const register = `X${site.device.register}`;
  await publish({ register, secret: 'guess' }, { angleX: 1, angleY: 0 }).then(
    () => expect(null, 'an unknown device was taken in').not.toBeNull(),
    () => undefined,
  );
  await signIn();
  await page.goto(`/projects/${site.projectId}/devices`);
  await page.getByText(/^接入拒绝记录 \d+$/).click();
  await expect(page).toHaveURL(/\/devices\/refused$/);
  const row = page.getByRole('row').filter({ hasText: register });
  await expect(row).toContainText('未登记的注册号');
  await row.getByRole('button', { name: '新增为设备' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('注册号', { exact: true })).toHaveValue(register);
  await expect(dialog.getByLabel('序列号')).toHaveValue(register);
});

test('disabling its secret blocks a device until it gets a new one', async ({ page, signIn, baseURL }) => {
  const site = await makeSite(baseURL ?? '', password);
  await publish(site.device, { angleX: 1, angleY: 0 });
  await signIn();
  await page.goto(`/projects/${site.projectId}/devices?device=${site.deviceId}&tab=access`);
  await page.getByRole('button', { name: '停用密钥' }).click();
  await page
    .getByRole('dialog', { name: /停用 .* 的密钥/ })
    .getByRole('button', { name: '停用密钥' })
    .click();
  await expect(page.getByText('密钥已停用，设备无法连接，其数据不再接收')).toBeVisible();
  for (const secret of [site.device.secret, '']) {
    await expect(publish({ ...site.device, secret }, { angleX: 2, angleY: 0 })).rejects.toThrow();
  }
  await page.getByRole('button', { name: '重新生成密钥' }).click();
  await page
    .getByRole('dialog', { name: /重新生成 .* 的密钥/ })
    .getByRole('button', { name: '重新生成密钥' })
    .click();
  const secret = (await page.getByText(/^[\w-]{43}$/).textContent()) ?? '';
  await publish({ ...site.device, secret }, { angleX: 3, angleY: 0 });
});
