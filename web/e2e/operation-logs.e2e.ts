import { readFileSync } from 'node:fs';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh-TW', theme: 'default' } });

const tag = Date.now().toString(36).slice(-6);

test('the operation log is filtered, shows changed fields and is exported', async ({
  page,
  signIn,
  api: admin,
  look,
  t,
}) => {
  const { id } = await admin.post('/user-groups', { name: `before-${tag}`, note: '' });
  await admin.put(`/user-groups/${id}`, { name: `after-${tag}`, note: '' });
  const { actions } = await admin.get('/constants/operation-log-options');
  const update = actions.find(({ code }: { code: string }) => code === 'update');
  await signIn(undefined, undefined, '/console/operation-logs');
  const search = page.getByRole('searchbox', { name: t('operation-logs:search') });
  await search.fill(tag);
  await search.press('Enter');
  const rows = page.getByRole('table', { name: t('operation-logs:title') }).locator('[data-row-key]');
  await expect(rows).toHaveCount(2);
  await choose(page, t('operation-logs:column.action'), update.label[look.language], update.label[look.language]);
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/action=update/);
  await rows.first().click();
  const changes = page.getByRole('table', { name: t('operation-logs:changes', { count: 1 }) });
  await expect(changes.locator('del')).toHaveText(`before-${tag}`);
  await expect(changes.locator('ins')).toHaveText(`after-${tag}`);
  await expectSound(page, look);
  await page.reload();
  await expect(changes).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('operation-logs:export') }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(2); // the header, and the only row that matches the filters
  expect(text).toContain(`after-${tag}`);
});
