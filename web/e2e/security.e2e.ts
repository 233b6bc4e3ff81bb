import { createHmac } from 'node:crypto';
import { Api } from './api';
import { expect, expectSound, test } from './fixtures';
import { drawnPicture } from './picture';

test.use({ look: { language: 'zh-TW', theme: 'default' } });

const password = 'Security#2026';
const tag = Date.now().toString(36).slice(-5);

/** A separate administrator, so that changes to the account affect no other journey. */
async function makeAdministrator(base: string, name: string) {
  const admin = await Api.signIn(base);
  await admin.post('/users', { name, password, type: 'Admin' });
}

/** The code of an authenticator app (RFC 6238) for the step of a time. */
function codeOf(secret: string, at: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(' ', '')].map((c) => letters.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('a second factor is enabled, required at sign-in and disabled', async ({ page, signIn, baseURL, look, t }) => {
  const name = `totp-${tag}`;
  await makeAdministrator(baseURL ?? '', name);
  await signIn(name, password, '/profile');
  await page.getByRole('button', { name: t('security:factor.enable'), exact: true }).click();
  await page.getByLabel(t('security:factor.askPassword')).fill(password);
  await page.getByRole('button', { name: t('security:factor.next') }).click();
  await page.getByLabel(t('security:factor.code')).waitFor();
  await expectSound(page, look);
  const secret = await page.getByRole('dialog').locator('code').innerText();
  await page.getByLabel(t('security:factor.code')).fill(codeOf(secret, Date.now()));
  await page.getByRole('button', { name: t('security:factor.confirm') }).click();
  await page.getByRole('button', { name: t('security:factor.kept') }).waitFor();
  const codes = await page
    .getByRole('list', { name: t('security:factor.codesTitle') })
    .locator('code')
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: t('security:factor.kept') }).click();

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/sign');
  await page.getByLabel(t('session:account')).fill(name);
  await page.getByLabel(t('session:password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('session:submit'), exact: true }).click();
  await page.getByRole('button', { name: t('security:step.useRecovery') }).click();
  await expectSound(page, look);
  await page.getByLabel(t('security:step.recovery')).fill(codes[0] ?? '');
  await page.getByRole('button', { name: t('security:step.submit'), exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/sign');

  await page.goto('/profile');
  await page.getByRole('button', { name: t('security:factor.disable'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('security:factor.password')).fill(password);
  await dialog.getByLabel(t('security:factor.codeAny')).fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: t('security:factor.disable'), exact: true }).click();
  await expect(page.getByText(t('security:factor.doneOff'))).toBeVisible();
});

test('an API key authenticates until it is revoked', async ({ page, signIn, request, look, t }) => {
  await signIn(undefined, undefined, '/profile');
  await page.getByRole('button', { name: t('security:keys.create') }).click();
  const dialog = page.getByRole('dialog');
  const name = `pull-${tag}`;
  await dialog.getByLabel(t('security:keys.name'), { exact: true }).fill(name);
  await dialog.getByRole('combobox', { name: t('security:keys.permissions') }).click();
  await page.locator('.ant-select-item-option:visible').first().click();
  await page.keyboard.press('Escape');
  await expectSound(page, look);
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  const key = await dialog.locator('code').innerText();
  const headers = { Authorization: `Bearer ${key}` };
  const calls = async (path: string) => (await request.get(path, { headers })).status();
  expect(await calls('/api/sessions')).toBe(403); // a key cannot act on its owner's account
  await dialog.getByRole('button', { name: t('security:keys.close') }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: t('security:keys.revoke') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('security:keys.revoke') })
    .click();
  await expect(page.getByText(t('security:keys.revokedDone'))).toBeVisible();
  expect(await calls('/api/sessions')).toBe(401);
});

test('a service key belongs to the corporation', async ({ page, signIn, request, look, t }) => {
  await signIn(undefined, undefined, '/console/api-keys');
  await page.getByRole('button', { name: t('security:keys.createService') }).click();
  const dialog = page.getByRole('dialog');
  const name = `service-${tag}`;
  await dialog.getByLabel(t('security:keys.name'), { exact: true }).fill(name);
  await dialog.getByRole('combobox', { name: t('security:keys.permissions') }).click();
  await page.locator('.ant-select-item-option:visible').first().click();
  await page.keyboard.press('Escape');
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  const headers = { Authorization: `Bearer ${await dialog.locator('code').innerText()}` };
  expect((await request.get('/api/sessions', { headers })).status()).toBe(403);
  await dialog.getByRole('button', { name: t('security:keys.close') }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(t('security:keys.service'));
  await expectSound(page, look);
});

test('a profile picture is cropped and removed', async ({ page, signIn, look, t }) => {
  await signIn(undefined, undefined, '/profile');
  await page.getByRole('button', { name: t('security:avatar.change') }).click();
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles(await drawnPicture(page, 300, 300));
  await page.getByRole('slider').first().waitFor();
  await expectSound(page, look);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('security:picture.save') })
    .click();
  await expect(page.getByText(t('security:avatar.saved'))).toBeVisible();
  await page.getByRole('button', { name: t('security:avatar.remove') }).click();
  await expect(page.getByText(t('security:avatar.removed'))).toBeVisible();
});

test('a session elsewhere is listed and ended', async ({ page, signIn, baseURL, look, t }) => {
  const name = `away-${tag}`;
  await makeAdministrator(baseURL ?? '', name);
  const elsewhere = await Api.signIn(baseURL ?? '', name, password);
  await signIn(name, password, '/profile');
  const table = page.getByRole('table', { name: t('security:sessions.title') });
  await expect(table.getByText(t('security:sessions.current'))).toHaveCount(1);
  await expectSound(page, look);
  await table.getByRole('button', { name: t('security:sessions.end') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('security:sessions.end') })
    .click();
  await expect(page.getByText(t('security:sessions.ended'))).toBeVisible();
  await expect(elsewhere.get('/projects')).rejects.toThrow('401');
});
