import type { Page } from '@playwright/test';
import { fill, findSamples, routePaths } from '../scripts/routes.mjs';
import { stateAddresses } from '../scripts/states.mjs';
import { goTo } from './controls';
import { expect, expectSound, test } from './fixtures';
import { everyLook, type Look, visited, words } from './look';

const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';
let routes: string[];
let states: string[];

test.beforeAll(async ({ baseURL }) => {
  const base = baseURL ?? '';
  const { session, samples } = await findSamples(base, password);
  const filled = (await routePaths()).map((pattern) => fill(pattern, samples));
  routes = filled.filter((path): path is string => path !== undefined && path !== '/sign');
  states = (await stateAddresses(base, session.token)).map(({ address }) => address);
});

/** Opens a page as a link does, without reloading the program. */
async function follow(page: Page, { language }: Look, path: string) {
  const t = words(language);
  const nowhere = page
    .locator('main')
    .getByRole('heading', { name: t('shell:notFound') })
    .first();
  // Goes through "not found", so that the previous page is not checked by mistake.
  await goTo(page, '/nowhere');
  await nowhere.waitFor();
  if (path.startsWith('/no/')) return;
  await goTo(page, path);
  await nowhere.waitFor({ state: 'detached' });
  await page.waitForFunction(
    (loading) => !document.querySelector(`[role=status][aria-label="${loading}"]`),
    t('common:state.loading'),
  );
}

visited.forEach((look, turn) => {
  test.describe(`${look.language}, ${look.theme}`, () => {
    test.use({ look });

    test('every page is accessible and fully translated', async ({ page, signIn }) => {
      test.setTimeout(480_000); // every page, on a busy machine
      await signIn();
      await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
      // Before a release every page is seen in every look, otherwise in one of them, in turn.
      for (const path of [...routes, ...states].filter((_, i) => everyLook || i % visited.length === turn)) {
        await follow(page, look, path);
        await expectSound(page, look);
      }
    });

    test('every sign-in view is accessible and fully translated', async ({ page, t }) => {
      for (const [view, heading] of [
        ['', 'session:title'],
        ['?view=register', 'account:signUp.title'],
        ['?view=forgot', 'account:forgot.title'],
      ] as const) {
        await page.goto(`/sign${view}`);
        await expect(page.getByRole('heading', { name: t(heading) })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
        await expectSound(page, look);
      }
    });
  });
});

test('the theme is saved to the profile and kept after a reload', async ({ page, signIn }) => {
  await signIn();
  await page.getByRole('button', { name: /Administrator|admin/ }).click();
  const reloaded = page.waitForEvent('load');
  await page.getByText('浅色').click();
  await reloaded;
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'white');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'white');
  await page.getByRole('button', { name: /Administrator|admin/ }).click();
  const reloadedAgain = page.waitForEvent('load');
  await page.getByText('深色（默认）').click();
  await reloadedAgain;
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'default');
});

test('search finds a project using only the keyboard', async ({ page, signIn }) => {
  await signIn();
  const field = page.getByRole('combobox', { name: '搜索', exact: true });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  // Pages are listed at once, projects after the server's response.
  await expect(page.getByRole('option', { name: /项目$/ }).nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/project\/\d+$/);
});

test('signing out asks for confirmation and ends the session', async ({ page, signIn, watch }) => {
  watch.expectFailure(/401/); // a value arriving at that moment is fetched without a session
  await signIn();
  await page.getByRole('button', { name: /Administrator|admin/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/sign$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/sign$/);
});
