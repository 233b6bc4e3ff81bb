import { expect, expectSound, inLooks, test } from './fixtures';
import { visited } from './look';

const password = process.env.OPERATOR_PASSWORD;
const tag = Date.now().toString(36).slice(-6);

inLooks(visited, (look) => {
  test('operator pages are accessible and fully translated', async ({ page, signIn, t }) => {
    await signIn('operator', password, '/console/corporations');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expectSound(page, look);
    await page.getByRole('button', { name: t('corporation:list.create') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectSound(page, look);
    await page.goto('/profile');
    await expect(page.getByText(t('security:sessions.title')).first()).toBeVisible();
    await expectSound(page, look);
  });
});

test.describe('in English, light', () => {
  test.use({ look: { language: 'en', theme: 'white' } });

  test('an operator creates a corporation, helps in it, disables it and enables it again', async ({
    page,
    signIn,
    look,
    t,
  }) => {
    const name = `East ${tag}`;
    await signIn('operator', password, '/dashboard');
    await expect(page).toHaveURL(/\/console\/corporations$/); // an operator has no home page
    await page.getByRole('button', { name: t('corporation:list.create') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('corporation:name'), { exact: true }).fill(name);
    await dialog.getByLabel(t('corporation:list.account'), { exact: true }).fill(`east-${tag}`);
    await dialog.getByLabel(t('corporation:list.password'), { exact: true }).fill('East-Bank-1');
    await expectSound(page, look);
    await dialog.getByRole('button', { name: t('corporation:list.make'), exact: true }).click();
    await expect(dialog).toHaveCount(0);

    const search = page.getByRole('searchbox', { name: t('corporation:list.search') });
    await search.fill(name);
    await search.press('Enter');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(t('corporation:list.states.active'));
    await expectSound(page, look);
    await row.getByRole('button', { name: t('corporation:list.enter') }).click();
    await expect(dialog.getByText(t('corporation:list.enterLooks'))).toBeVisible();
    await dialog.getByRole('button', { name: t('corporation:list.enter') }).click();
    const leave = page.getByRole('button', { name: t('shell:help.leave') });
    await expect(leave).toBeVisible();
    await expect(page.getByText(t('shell:help.looking'))).toBeVisible();
    await expectSound(page, look);
    await leave.click();
    await expect(page).toHaveURL(/\/console\/corporations$/);

    await page.goto(`/console/corporations?name=${name}`);
    await row.getByRole('button', { name: t('corporation:list.disable'), exact: true }).click();
    await dialog.getByRole('button', { name: t('corporation:list.disable'), exact: true }).click();
    await expect(row).toContainText(t('corporation:list.states.disabled'));
    await row.getByRole('button', { name: t('corporation:list.enable'), exact: true }).click();
    await dialog.getByRole('button', { name: t('corporation:list.enable'), exact: true }).click();
    await expect(row).toContainText(t('corporation:list.states.active'));
  });
});
