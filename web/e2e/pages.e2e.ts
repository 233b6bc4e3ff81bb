import { fill, findSamples, routePaths } from '../scripts/routes.mjs';
import { states } from './addresses';
import { axeViolations, expect, test } from './fixtures';

for (const theme of ['default', 'white'] as const) {
  test(`every page is accessible in the ${theme} theme`, async ({ page, signIn, baseURL }) => {
    test.setTimeout(240_000);
    await signIn();
    const { session, samples } = await findSamples(baseURL ?? '', process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
    await page.request.post(`/api/users/${session.user.id}/profile`, {
      headers: { authorization: `Bearer ${session.token}` },
      data: { theme },
    });
    const routes = (await routePaths()).map((pattern) => fill(pattern, samples));
    for (const path of [...routes, ...(await states(baseURL ?? '', session.token))]) {
      if (!path || path === '/sign') continue;
      await page.goto(path);
      await expect(page.locator('main')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0);
      expect.soft(await axeViolations(page), path).toEqual([]);
    }
  });
}

test('the theme is saved to the profile and kept after a reload', async ({ page, signIn }) => {
  await signIn();
  await page.getByRole('button', { name: /Administrator|admin/ }).click();
  const drawnAnew = page.waitForEvent('load');
  await page.getByText('浅色').click();
  await drawnAnew;
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'white');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'white');
  await page.getByRole('button', { name: /Administrator|admin/ }).click();
  const drawnAgain = page.waitForEvent('load');
  await page.getByText('深色（默认）').click();
  await drawnAgain;
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'default');
});

test('search finds a project by the keyboard alone', async ({ page, signIn }) => {
  await signIn();
  const field = page.getByRole('combobox', { name: '搜索' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/project\/\d+$/);
});

test('signing out asks first and closes the door', async ({ page, signIn }) => {
  await signIn();
  await page.getByRole('button', { name: /Administrator|admin/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/sign$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/sign$/);
});
