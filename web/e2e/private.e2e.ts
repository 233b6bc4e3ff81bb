import { enter, expect, expectSound, inLooks, test } from './fixtures';
import { visited } from './look';
import { PrivateDeployment } from './private';

test.use({ look: { language: 'en', theme: 'default' } });

let own: PrivateDeployment;

test.beforeAll(async () => {
  const chen = {
    email: 'chen@institute.example',
    email_verified: true,
    name: 'Chen Wei',
    preferred_username: 'chen.wei',
  };
  own = await PrivateDeployment.start({ chen });
});
test.afterAll(() => own.stop());

test('a missing license is requested, one for another machine is rejected, and a valid one is accepted', async ({
  page,
  look,
  t,
  watch,
}) => {
  watch.expectFailure(/422/);
  await page.goto(`${own.base}/sign`);
  await page.getByLabel(t('session:account')).fill('admin');
  await page.getByLabel(t('session:password'), { exact: true }).fill(own.password);
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click();
  await expect(page.getByText(t('shell:license.missing'))).toBeVisible();
  await page.getByRole('link', { name: t('shell:license.open') }).click();
  await expect(page.getByText(t('corporation:license.states.missing'))).toBeVisible();
  await expectSound(page, look);
  const fingerprint = await page.locator('main code').innerText();
  const field = page.getByLabel(t('corporation:license.code'), { exact: true });
  const enter = page.getByRole('button', { name: t('corporation:license.submit'), exact: true });
  await field.fill('short');
  await enter.click();
  await expect(page.getByText(t('corporation:license.codeLength', { length: 44 }))).toBeVisible();
  await field.fill(own.code('0000-0000-0000'));
  await enter.click();
  await expect(page.locator('.ant-form-item-explain-error, [role=alert]').first()).toBeVisible();
  await field.fill(own.code(fingerprint));
  await enter.click();
  await expect(page.getByText(t('corporation:license.entered'))).toBeVisible();
  await expect(page.getByText(t('corporation:license.states.valid'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('shell:license.missing'))).toHaveCount(0);
  await expect(page.getByText('2099-12-31')).toBeVisible();
  await page.getByRole('button', { name: /Administrator|admin/ }).click();
  await expect(page.getByRole('menuitem', { name: t('shell:user.profile') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t('shell:user.releases') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectSound(page, look);
});

test('users sign in through the identity provider of the organization', async ({ page, look, t, watch }) => {
  watch.expectFailure(/ERR_NAME_NOT_RESOLVED|404/); // the provider's pages request fonts and an icon
  await page.goto(`${own.base}/sign`);
  await expect(page.getByRole('link', { name: t('account:signUp.link') })).toHaveCount(0);
  await page.getByRole('button', { name: t('security:sso.button', { name: 'Institute' }) }).waitFor();
  await expectSound(page, look);
  await page.getByRole('button', { name: t('security:sso.button', { name: 'Institute' }) }).click();
  await page.locator('input[name=login]').fill('chen');
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: /continue/i }).click();
  await expect(page.getByRole('button', { name: /Chen Wei/ })).toBeVisible();
  await page.goto(`${own.base}/profile`);
  await expect(
    page.getByRole('table', { name: t('security:sessions.title') }).getByText(t('security:sessions.sso')),
  ).toBeVisible();
});

inLooks(visited, (look) => {
  test('pages of private deployments are accessible and fully translated', async ({ page, t }) => {
    await page.goto(`${own.base}/sign`);
    await page.getByRole('button', { name: t('security:sso.button', { name: 'Institute' }) }).waitFor();
    await expectSound(page, look);
    await enter(page, look, own.base, { name: 'admin', password: own.password, path: '/console/license' });
    await expect(page.getByText(t('corporation:license.states.valid'), { exact: true })).toBeVisible();
    await expectSound(page, look);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('shell:menu.software') })
      .click();
    await expect(page).toHaveURL(/\/software$/);
    await expectSound(page, look);
  });
});
