import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

test('searching the guide leads to the matching section', async ({ page, signIn, look, t }) => {
  await signIn(undefined, undefined, '/dashboard');
  await page.getByRole('button', { name: /Administrator|admin/ }).click();
  await page.getByRole('menuitem', { name: t('shell:user.documents') }).click();
  const chapters = page.getByRole('navigation', { name: t('documents:contents') }).getByRole('link');
  await expect(chapters.first()).toBeVisible();
  await expectSound(page, look);
  await page.getByRole('searchbox', { name: t('documents:search') }).fill('threshold');
  const hit = page
    .getByRole('link')
    .filter({ has: page.locator('mark') })
    .first();
  await hit.click();
  await expect(page).toHaveURL(/\/documents\?doc=.+/);
  await expect(page.locator('article')).toContainText(/threshold/i);
  await page.getByRole('searchbox', { name: t('documents:search') }).fill('qqqqzzzz');
  await expect(page.getByText(t('documents:noHits'))).toBeVisible();
});

test('the release notes list the changes of each version', async ({ page, signIn, look, t }) => {
  await signIn(undefined, undefined, '/releases');
  await expect(page.getByRole('heading', { name: t('documents:releases') }).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expectSound(page, look);
});
