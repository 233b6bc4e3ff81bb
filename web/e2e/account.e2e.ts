import { expect, expectSound, test } from './fixtures';
import { MailServer } from './mail-server';

test.use({ look: { language: 'en', theme: 'white' } });

const password = 'Bridge#2027';
const unique = Date.now().toString(36);
let mails: MailServer;

test.beforeAll(() => {
  mails = new MailServer(Number(process.env.SMTP_PORT ?? 2525));
});
test.afterAll(() => mails.close());

/** Codes are sent by mail, which takes a moment. */
async function codeFor(address: string): Promise<string> {
  await expect.poll(() => mails.code(address), { timeout: 30_000 }).toBeDefined();
  return mails.code(address) ?? '';
}

test('a corporation registers by e-mail, without revealing who has an account', async ({ page, watch, look, t }) => {
  watch.expectFailure(/422|409/);
  const address = `li.${unique}@example.com`;
  const field = (key: string) => page.getByLabel(t(key), { exact: true });
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click();
  await page.goto('/sign');
  await page.getByRole('link', { name: t('account:signUp.link') }).click();
  await expect(page.getByRole('heading', { name: t('account:signUp.title') })).toBeVisible();
  await field('account:address.mail').fill('nonsense');
  await press('account:code.send');
  await expect(page.getByText(t('account:address.wrong.mail'))).toBeVisible();
  await field('account:address.mail').fill(address);
  await press('account:code.send');
  await expect(page.getByText(t('account:code.sent.mail'))).toBeVisible();
  await expectSound(page, look);
  const code = await codeFor(address);
  await field('account:code.label').fill(code === '000000' ? '111111' : '000000');
  await press('account:signUp.next');
  await expect(page.locator('.ant-form-item-explain-error')).toBeVisible();
  await field('account:code.label').fill(code);
  await press('account:signUp.next');

  await field('account:signUp.corporation').fill(`东岸 ${unique}`);
  await field('account:signUp.name').fill('admin');
  await field('account:password.label').fill(`密${password}`);
  await expect(field('account:password.label')).toHaveValue(password);
  await field('account:password.again').fill(password);
  await press('account:signUp.submit');
  await expect(page.getByText(t('account:signUp.acceptNeeded'), { exact: true })).toBeVisible();
  await page.getByRole('checkbox').check();
  await press('account:signUp.submit');
  await expect(page.locator('.ant-form-item-explain-error')).toBeVisible(); // the name is taken
  await expectSound(page, look);
  await field('account:signUp.name').fill(`li-${unique}`);
  await press('account:signUp.submit');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.evaluate(() => sessionStorage.clear());

  await page.goto('/sign?view=forgot');
  await field('account:address.mail').fill(`li2.${unique}@example.com`);
  await press('account:code.send');
  await expect(page.getByText(t('account:code.sent.mail'))).toBeVisible(); // the same without an account
  await expectSound(page, look);
});

test('a forgotten password is reset by e-mail', async ({ page, api: admin, watch, look, t }) => {
  watch.expectFailure(/401|422/);
  const name = `forgot-${unique}`;
  const address = `${name}@example.com`;
  await admin.post('/users', { name, email: address, password: 'Forgotten-1', type: 'Normal' });
  await page.goto('/sign');
  await page.getByRole('link', { name: t('account:forgot.link') }).click();
  await page.getByLabel(t('account:address.mail'), { exact: true }).fill(address);
  await page.getByRole('button', { name: t('account:code.send') }).click();
  await page.getByLabel(t('account:code.label'), { exact: true }).fill(await codeFor(address));
  await page.getByLabel(t('account:forgot.newPassword'), { exact: true }).fill(password);
  await page.getByLabel(t('account:password.again'), { exact: true }).fill(password);
  await expectSound(page, look);
  await page.getByRole('button', { name: t('account:forgot.submit') }).click();
  await expect(page.getByRole('heading', { name: t('session:title') })).toBeVisible();
  await page.getByLabel(t('session:account')).fill(address);
  await page.getByLabel(t('session:password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an e-mail address is changed with a code sent to it', async ({ page, signIn, api: admin, look, t }) => {
  const name = `mail-${unique}`;
  const address = `${name}@example.com`;
  await admin.post('/users', { name, password: 'Forgotten-1', type: 'Normal' });
  await signIn(name, 'Forgotten-1', '/profile');
  await page
    .getByRole('button', { name: t('account:own.change'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('account:own.new.mail')).fill(address);
  await dialog.getByRole('button', { name: t('account:code.send') }).click();
  await dialog.getByLabel(t('account:code.label'), { exact: true }).fill(await codeFor(address));
  await expectSound(page, look);
  await dialog.getByRole('button', { name: t('account:own.confirm') }).click();
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByText(t('account:own.verified'))).toBeVisible();
});
