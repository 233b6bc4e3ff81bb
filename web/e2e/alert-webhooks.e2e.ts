import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

test('a webhook is created, tested with the answer on screen, and named by a rule', async ({
  page,
  signIn,
  api,
  t,
  look,
  watch,
}) => {
  watch.expectFailure(/422.*\/alert-webhooks|console: Failed to load resource.*422/); // a secret that is too short
  const project = await api.post('/projects', { name: `Webhooks ${Date.now().toString(36)}`, timeZone: 'UTC' });
  await signIn(undefined, undefined, `/projects/${project.id}/alerts/webhooks`);
  await expect(page.getByText(t('alert-webhooks:none'), { exact: true })).toBeVisible();
  const add = page.getByRole('button', { name: t('alert-webhooks:add') }).first();
  await add.click();
  const save = page.getByRole('button', { name: t('common:action.save') });
  await save.click();
  await expect(page.getByText(t('alert-webhooks:nameEmpty'))).toBeVisible();
  await page.getByLabel(t('alert-webhooks:name'), { exact: true }).fill('Control room');
  await page.getByLabel(t('alert-webhooks:kind'), { exact: true }).click();
  await page.getByTitle(t('alerts:message.channel.webhook'), { exact: true }).click();
  await page.getByLabel(t('alert-webhooks:address'), { exact: true }).fill('http://127.0.0.1:9/alerts');
  await page.getByLabel(t('alert-webhooks:secret'), { exact: true }).fill('short');
  await save.click();
  await expect(page.locator('.ant-form-item-explain-error')).toBeVisible(); // the server wants 8 characters
  await page.getByLabel(t('alert-webhooks:secret'), { exact: true }).fill('a long secret');
  await save.click();
  const row = page.getByRole('row').filter({ hasText: 'Control room' });
  await expect(row).toContainText('http://127.0.0.1:9/…');
  await expectSound(page, look);

  // Inner addresses need the operator's permission: the answer says so.
  await row.click();
  await page.getByRole('button', { name: t('alert-webhooks:test') }).click();
  await expect(page.getByRole('alert').filter({ hasText: '127.0.0.1:9' })).toContainText(
    t('alert-webhooks:outcome.failed'),
  );
  await expectSound(page, look);

  await page.getByText(t('alerts:nav.rules'), { exact: true }).click();
  await page
    .getByRole('button', { name: t('alert-rules:add') })
    .first()
    .click();
  await page.getByLabel(t('alert-rules:name'), { exact: true }).fill('Night');
  await page.getByLabel(t('alert-rules:webhooks')).click();
  await page.getByTitle('Control room', { exact: false }).click();
  await save.click();
  await expect(page.getByRole('row').filter({ hasText: 'Night' })).toContainText('Control room');
});
