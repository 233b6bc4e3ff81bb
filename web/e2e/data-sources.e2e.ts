import { expect, expectSound, test } from './fixtures';
import { makeSite } from './site';

test.use({ look: { language: 'en', theme: 'white' } });

test('a data source is tried, saved, changed and deleted', async ({ page, signIn, baseURL, look, t }) => {
  const site = await makeSite(baseURL ?? '', process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
  await signIn();
  await page.goto(`/projects/${site.projectId}/devices/sources`);
  await page.getByRole('button', { name: t('sources:add') }).click();
  await page.getByLabel(t('sources:name'), { exact: true }).fill('Partner cloud');
  await page.getByLabel(t('sources:devices')).click();
  await page.getByTitle(new RegExp(site.device.register)).click();
  await page.keyboard.press('Escape');
  await page.getByLabel(t('sources:url'), { exact: true }).fill('https://192.0.2.10/data?from={from}&key={secret.key}');
  await page.getByRole('button', { name: t('sources:addSecret') }).click();
  await page.getByLabel(t('sources:secretName')).fill('key');
  await page.getByLabel(t('sources:secretValue'), { exact: true }).fill('not to be seen');
  await page.getByLabel(t('sources:path'), { exact: true }).fill('x');
  await page.getByLabel(t('sources:field'), { exact: true }).fill('angleX');

  await page.getByRole('button', { name: t('sources:try'), exact: true }).click();
  await expect(page.getByText(/^GET https:\/\/192\.0\.2\.10\/data\?from=.*&key=\*\*\*$/)).toBeVisible();
  await expect(page.getByText('Connecting to 192.0.2.10:443 is not allowed')).toBeVisible();
  await expectSound(page, look);

  await page.getByRole('button', { name: t('sources:save'), exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Partner cloud' });
  await expect(row).toContainText(t('sources:states.failing'));
  await row.click();
  await expect(page.getByLabel(t('sources:secretValue'), { exact: true })).toHaveValue('');
  await page.getByLabel(t('sources:name'), { exact: true }).fill('Other cloud');
  await page.getByRole('button', { name: t('sources:save'), exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'Other cloud' }).click();
  await page.getByRole('button', { name: t('sources:remove'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('sources:remove') })
    .click();
  await expect(page.getByText(t('sources:none'))).toBeVisible();
});
