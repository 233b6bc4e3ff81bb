import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'default' } });

test('notifications are read one by one and all at once, and deleted', async ({ page, signIn, api, look, t }) => {
  await signIn();
  await page.getByRole('button', { name: new RegExp(`^${t('shell:bell.title')}`) }).click();
  await expect(page.getByRole('tooltip').or(page.locator('.ant-popover')).first()).toBeVisible();
  await expectSound(page, look);
  await page.getByRole('link', { name: t('common:action.more') }).click();
  await expect(page).toHaveURL(/\/notifications$/);

  const table = page.getByRole('table', { name: t('notifications:title') });
  const rows = table.locator('[data-row-key]');
  const title = (await rows.first().getByRole('checkbox').getAttribute('aria-label')) ?? '';
  await rows.first().click();
  await expect(page).toHaveURL(/\/notifications\/\d+$/);
  await expect(page.locator('article').getByRole('heading')).toHaveText(title);
  await expectSound(page, look);
  await page.getByRole('button', { name: t('common:action.close') }).click();

  await page.getByRole('button', { name: t('notifications:readAll') }).click();
  await page
    .getByRole('radiogroup', { name: t('notifications:state.label') })
    .getByText(t('notifications:state.unread'))
    .click();
  await expect(page.getByText(t('notifications:noneMatch'))).toBeVisible();
  await page
    .getByRole('radiogroup', { name: t('notifications:state.label') })
    .getByText(t('notifications:state.all'))
    .click();

  const { total } = await api.get('/notifications');
  await rows.nth(0).getByRole('checkbox').check();
  await rows.nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: t('common:action.delete'), exact: true }).click();
  await expect(page.getByText(t('notifications:deleteTitle', { count: 2 }))).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:action.delete') })
    .click();
  await expect(page.getByText(t('common:table.total', { total: total - 2 }))).toBeVisible();
});
