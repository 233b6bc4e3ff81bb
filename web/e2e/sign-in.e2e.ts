import { axeViolations, expect, test } from './fixtures';

test('a page requires sign-in and opens after it', async ({ page, watch }) => {
  watch.expectFailure(/401/);
  await page.goto('/projects?name=x');
  await expect(page).toHaveURL(/\/sign\?redirect=%2Fprojects%3Fname%3Dx$/);
  await page.getByLabel('账号').fill('admin');
  await page
    .getByLabel('密码')
    .first()
    .fill(process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/projects\?name=x$/);
});

test('a wrong password shows an error', async ({ page, watch }) => {
  watch.expectFailure(/401|422|429/);
  await page.goto('/sign');
  await page.getByLabel('账号').fill('nobody');
  await page.getByLabel('密码').first().fill('wrong password');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/sign/);
});

test('sign-in is accessible in both themes', async ({ page }) => {
  for (const theme of ['default', 'white']) {
    await page.addInitScript((name) => localStorage.setItem('plumbline.theme', name), theme);
    await page.goto('/sign');
    await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  }
});

test('the selected language applies and is remembered', async ({ page }) => {
  await page.goto('/sign');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('an unknown URL shows the not-found page, which leads home', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '页面不存在' }).first()).toBeVisible();
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
