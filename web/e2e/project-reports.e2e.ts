import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Api } from './api';
import { certificateFile, certificatePassword } from './certificate';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';
import { beginning, journeyed } from './look';

const password = 'Sign-2468-only';
const made = { timeout: 60_000 };
const clip = { x: 0, y: 0, width: 240, height: 80 };

/** A person who may check and approve the reports of a project. */
async function addManager(api: Api, projectId: number, name: string, displayName: string) {
  const { id } = await api.post('/users', {
    ...{ name, displayName, password, type: 'Normal' },
    email: `${name}@example.com`,
  });
  const { list } = await api.get('/roles?pageSize=100');
  const manager = list.find((role: { type: string }) => role.type === 'Manager');
  await api.post(`/projects/${projectId}/members`, { userId: id, roles: [manager.id] });
}

/** Stores a certificate in the settings of the corporation. */
async function setCertificate(page: Page, t: (key: string) => string, name: string) {
  const panel = page
    .locator('section')
    .filter({ has: page.getByText(t('corporation:certificate.title'), { exact: true }) });
  const choose = t('corporation:certificate.choose');
  await panel
    .getByRole('button', { name: new RegExp(`^(${choose}|${t('corporation:certificate.replace')})$`) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(certificateFile(name));
  await dialog.getByLabel(t('corporation:certificate.password')).fill(certificatePassword);
  await dialog.getByRole('button', { name: t('corporation:certificate.store'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByText(name).first()).toBeVisible();
}

for (const { language, theme } of journeyed(beginning('zh-TW'))) {
  test.describe(`${language} ${theme}`, () => {
    test.use({ look: { language, theme } });
    test.setTimeout(240_000);

    test('three people sign a report, and its file is verified', async ({ page, signIn, t, look, api }) => {
      const mark = Date.now().toString(36);
      const { list } = await api.get('/projects');
      const project = list[0].id;
      await addManager(api, project, `chk-${mark}`, '李审');
      await addManager(api, project, `app-${mark}`, '周批');
      const address = `/projects/${project}/reports/project`;
      await signIn(undefined, undefined, '/console/corporation');
      await setCertificate(page, t, `勘测院 ${language}`);
      await expectSound(page, look);
      await page.goto(address);
      await page
        .getByRole('button', { name: t('project-reports:add') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: t('project-reports:kind.day') }).check();
      await dialog.getByLabel(t('project-reports:name'), { exact: true }).fill(`R ${mark}`);
      await dialog.getByLabel(t('project-reports:fact.curves')).fill('2');
      await expectSound(page, look);
      await dialog.getByRole('button', { name: t('project-reports:make') }).click();

      // Its pages are drawn, and turned with the keyboard.
      const sheet = (number: number, total: number | string) =>
        page.getByRole('img', { name: t('project-reports:preview.page', { number, total }) });
      const pages = page.locator('[data-page]');
      await expect(pages.first().getByRole('img')).toBeVisible(made);
      const total = await pages.count();
      expect(total).toBeGreaterThan(1);
      await expect(pages.first()).toContainText(`R ${mark}`);
      await page.locator('section:has(> [data-page])').focus();
      await page.keyboard.press('PageDown');
      await expect(sheet(2, total)).toBeInViewport();
      await expect(
        page.getByText(t('project-reports:preview.at', { number: 2, total }), { exact: true }),
      ).toBeVisible();
      await expectSound(page, look);

      // Texts are written into the draft, which is printed again.
      await page.getByRole('button', { name: t('project-reports:edit') }).click();
      await dialog.getByLabel(t('project-reports:text.conclusion')).fill(`C ${mark}`);
      await dialog.getByRole('button', { name: t('common:action.save') }).click();
      const sign = async (role: 'made' | 'checked' | 'approved', secret: string) => {
        await page.getByRole('button', { name: t(`project-reports:sign.title.${role}`) }).click(made);
        await dialog.getByLabel(t('project-reports:sign.password')).fill(secret);
        await dialog.getByRole('button', { name: t('project-reports:sign.ok'), exact: true }).click();
        await expect(dialog).toBeHidden();
      };
      await sign('made', process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
      await expect(page.getByText(t('project-reports:signedAlready'))).toBeVisible();
      const report = new URL(page.url()).pathname;

      // The second person puts a signature on it, which only that person has.
      await signIn(`chk-${mark}`, password, '/profile');
      const own = page.getByRole('region', { name: t('security:signing.kind.signature'), exact: true });
      const picture = { name: 'sign.png', mimeType: 'image/png', buffer: await page.screenshot({ clip }) };
      await own.getByLabel(t('security:signing.choose')).and(page.locator('input')).setInputFiles(picture);
      await expect(own.getByRole('img', { name: t('security:signing.kind.signature') })).toBeVisible();
      await expectSound(page, look);
      await page.goto(report);
      await page.getByRole('button', { name: t('project-reports:sign.title.checked') }).click(made);
      await dialog.getByLabel(t('project-reports:sign.password')).fill(password);
      await dialog.getByRole('checkbox', { name: t('project-reports:sign.put.signature') }).check();
      await dialog.getByRole('button', { name: t('project-reports:sign.ok'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await signIn(`app-${mark}`, password, report);
      await sign('approved', password);
      const facts = page.getByRole('article');
      await expect(facts.getByText(t('project-reports:status.issued'), { exact: true }).first()).toBeVisible(made);
      await expect(facts.getByText(/RB-\d{4}-\d{3}/)).toBeVisible();
      await expect(facts.getByText('李审')).toBeVisible();
      await expect(facts.getByText(t('project-reports:sign.with.signature'))).toBeVisible();
      await expect(page.getByText(t('project-reports:changes.title'))).toBeVisible();

      // The file that was saved is the issued one; with one byte more it is not.
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: t('project-reports:download', { format: 'PDF' }) }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(/^RB-.*\.pdf$/);
      const bytes = await readFile(await file.path());
      expect(bytes.includes('/ETSI.CAdES.detached')).toBe(true);
      await expect(
        page.getByText(new RegExp(t('project-reports:verify.signedBy', { name: '勘测院 .*' }))),
      ).toBeVisible();
      const chosen = page.getByLabel(t('project-reports:verify.choose')).and(page.locator('input'));
      const pdf = { name: 'received.pdf', mimeType: 'application/pdf' };
      await chosen.setInputFiles({ ...pdf, buffer: bytes });
      await expect(page.getByText(t('project-reports:verify.verdict.issued'))).toBeVisible();
      await expectSound(page, look);
      await chosen.setInputFiles({ ...pdf, buffer: Buffer.concat([bytes, Buffer.from('\n')]) });
      await expect(page.getByText(t('project-reports:verify.verdict.differs'))).toBeVisible();

      // A revision says why, and the issued report names it.
      await page
        .getByRole('button', { name: t('project-reports:revise.title') })
        .first()
        .click();
      await dialog.getByLabel(t('project-reports:revise.text')).fill('迟到数据');
      await dialog.getByRole('button', { name: t('project-reports:revise.ok') }).click();
      await expect(page.getByText('迟到数据')).toBeVisible(made);
      await page.getByRole('link', { name: t('project-reports:older') }).click();
      await expect(page.getByText(t('project-reports:supersededHint')).first()).toBeVisible();

      await page.getByRole('link', { name: t('project-reports:all') }).click();
      const issued = new RegExp(`^${t('project-reports:status.issued')}$`); // English has "Being issued" too
      await choose(page, t('project-reports:column.status'), issued);
      const row = page.getByRole('row').filter({ hasText: `R ${mark}` });
      await expect(row.filter({ hasText: t('project-reports:superseded') })).toHaveCount(1);
      await expect(row).toHaveCount(1);
      await expectSound(page, look);
    });
  });
}
