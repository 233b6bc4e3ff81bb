import { Api } from './api';
import { certificateFile, certificatePassword } from './certificate';
import { expect, expectSound, test } from './fixtures';
import { drawnPicture } from './picture';

test.use({ look: { language: 'zh-TW', theme: 'white' } });

const tag = Date.now().toString(36).slice(-6);

test('a corporation sets its platform name, logo and sign-in page', async ({ page, signIn, baseURL, look, t }) => {
  const operator = await Api.signIn(baseURL ?? '', 'operator', process.env.OPERATOR_PASSWORD);
  const administrator = { name: `brand-${tag}`, password: 'Brand-2026!' };
  await operator.post('/corporations', { name: `品牌${tag}`, administrator });
  await signIn(administrator.name, administrator.password, '/console/corporation');
  await page.getByLabel(t('corporation:domainPrefix')).fill('-');
  const save = page.locator('form').getByRole('button', { name: t('corporation:save'), exact: true });
  await save.click();
  await expect(page.getByText(t('corporation:domainPrefixFormat'))).toBeVisible();
  await page.getByLabel(t('corporation:domainPrefix')).fill(`br-${tag}`);
  await page.getByLabel(t('corporation:platformName')).fill(`監測${tag}`);
  await page.getByLabel(t('corporation:slogan')).fill(`每一毫米${tag}`);
  await page
    .getByRole('button', { name: t('corporation:picture.choose') })
    .first()
    .click();
  await page.locator('input[type=file]').setInputFiles(await drawnPicture(page, 600, 150));
  await page.getByRole('slider').first().waitFor();
  await expectSound(page, look);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('security:picture.save') })
    .click();
  await expect(page.getByRole('img', { name: t('corporation:logo') })).toBeVisible();
  await page.getByRole('switch', { name: t('corporation:switch.documentDisabled') }).click();
  await save.click();
  await expect(page.getByText(t('corporation:saved'))).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`監測${tag}`));
  await expectSound(page, look);
  await page.getByRole('button', { name: new RegExp(administrator.name) }).click();
  await expect(page.getByRole('menuitem', { name: t('shell:user.releases') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t('shell:user.documents') })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/sign?prefix=br-${tag}`);
  await expect(page.getByText(`每一毫米${tag}`)).toBeVisible();
  await expectSound(page, look);
});

test('requiring a second factor leads to setting it up and keeps the current page', async ({
  page,
  signIn,
  baseURL,
  look,
  t,
  watch,
}) => {
  watch.expectFailure(/403/); // calls of the page being left
  const operator = await Api.signIn(baseURL ?? '', 'operator', process.env.OPERATOR_PASSWORD);
  const administrator = { name: `must-${tag}`, password: 'Brand-2026!' };
  await operator.post('/corporations', { name: `兩步${tag}`, administrator });
  await signIn(administrator.name, administrator.password, '/console/corporation');
  await page.getByRole('switch', { name: t('corporation:switch.requireSecondFactor') }).click();
  await page
    .locator('form')
    .getByRole('button', { name: t('corporation:save'), exact: true })
    .click();
  await expect(page).toHaveURL(/\/sign\?redirect=%2Fconsole%2Fcorporation$/);
  await expect(page.getByText(t('security:factor.enrolText'))).toBeVisible();
  await expectSound(page, look);
});

test('a corporation stores, replaces and deletes the certificate for its reports', async ({
  page,
  signIn,
  baseURL,
  look,
  t,
  watch,
}) => {
  watch.expectFailure(/422/); // the wrong password
  const operator = await Api.signIn(baseURL ?? '', 'operator', process.env.OPERATOR_PASSWORD);
  const administrator = { name: `cert-${tag}`, password: 'Brand-2026!' };
  await operator.post('/corporations', { name: `憑證${tag}`, administrator });
  await signIn(administrator.name, administrator.password, '/console/corporation#certificate');
  await expect(page.getByText(t('corporation:certificate.none'))).toBeInViewport();
  await page.getByRole('button', { name: t('corporation:certificate.choose'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  const store = dialog.getByRole('button', { name: t('corporation:certificate.store'), exact: true });
  await store.click();
  await expect(dialog.getByText(t('corporation:certificate.fileEmpty'))).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(certificateFile('測繪院'));
  const secret = dialog.getByLabel(t('corporation:certificate.password'));
  await secret.fill('other');
  await store.click();
  await expect(dialog.getByText('檔案的密碼不正確')).toBeVisible();
  await expectSound(page, look);
  await secret.fill(certificatePassword);
  await store.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('測繪院').first()).toBeVisible();
  await expect(page.getByText(t('corporation:certificate.state.valid'), { exact: true })).toBeVisible();
  await expect(page.getByText('RSA 2048')).toBeVisible();
  await page.getByRole('button', { name: t('corporation:certificate.replace'), exact: true }).click();
  await dialog.locator('input[type=file]').setInputFiles(certificateFile('新測繪院', 9));
  await secret.fill(certificatePassword);
  await store.click();
  await expect(page.getByText(t('corporation:certificate.state.ending'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('corporation:certificate.remove'), exact: true }).click();
  await dialog.getByRole('button', { name: t('corporation:certificate.remove'), exact: true }).click();
  await expect(page.getByText(t('corporation:certificate.none'))).toBeVisible();
});
