import { Api } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'default' } });

const tag = Date.now().toString(36).slice(-5);

test('a user changes name, theme and language', async ({ page, signIn, baseURL, look, t, api }) => {
  const name = `own-${tag}`;
  await api.post('/users', { name, password: 'Own-Words-1', type: 'Normal' });
  await signIn(name, 'Own-Words-1', '/profile');
  const save = page.getByRole('button', { name: t('profile:save'), exact: true });
  await expect(save).toBeDisabled(); // nothing is changed yet
  await page
    .getByRole('radiogroup', { name: t('profile:theme') })
    .getByText(t('profile:themes.white'))
    .click();
  await save.click();
  await expect(page.getByText(t('profile:empty'), { exact: true })).toBeVisible();
  await page.getByLabel(t('profile:displayName')).fill('Wang Lin');
  await choose(page, t('profile:language'), '繁體中文');
  await expectSound(page, look);
  await save.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'white');
  await page.reload();
  await expect(page.getByRole('button', { name: /Wang Lin/ })).toBeVisible();
  const { user } = await (await Api.signIn(baseURL ?? '', name, 'Own-Words-1')).get('/sessions/current');
  expect(user).toMatchObject({ displayName: 'Wang Lin', theme: 'white', language: 'zh-TW' });
});

test('a user changes a simple password by the rules, and its warning disappears', async ({
  page,
  signIn,
  api,
  watch,
  look,
  t,
}) => {
  watch.expectFailure(/422/);
  const name = `pass-${tag}`;
  await api.post('/users', { name, password: 'dyke-62', type: 'Normal' });
  await signIn(name, 'dyke-62', '/profile');
  const warning = page.getByText(t('shell:simplePassword'));
  await expect(warning).toBeVisible();
  const field = page.getByLabel(t('profile:password.new'), { exact: true });
  await field.fill('密Short1');
  await expect(field).toHaveValue('Short1');
  await expect(page.getByRole('list', { name: t('account:password.rulesName') })).toBeVisible();
  await expectSound(page, look);
  await page.getByLabel(t('profile:password.old')).fill('wrong one');
  await field.fill('Stronger-2026');
  await page.getByLabel(t('account:password.again')).fill('Stronger-2026');
  await page.getByRole('button', { name: t('profile:password.save') }).click();
  await expect(page.locator('.ant-form-item-explain-error')).toBeVisible();
  await page.getByLabel(t('profile:password.old')).fill('dyke-62');
  await page.getByRole('button', { name: t('profile:password.save') }).click();
  await expect(page.getByText(t('profile:password.done'))).toBeVisible();
  await expect(warning).toHaveCount(0);
});
