import { createHash } from 'node:crypto';
import type { Api } from './api';
import { expect, expectSound, test } from './fixtures';
import { beginning, journeyed } from './look';
import { MailServer } from './mail-server';

const password = 'Sign-2468-only';
const slow = { timeout: 90_000 };

async function addManager(api: Api, projectId: number, name: string) {
  const user = { name, displayName: name, password, type: 'Normal', email: `${name}@example.com` };
  const { id } = await api.post('/users', user);
  const { list } = await api.get('/roles?pageSize=100');
  const manager = list.find((role: { type: string }) => role.type === 'Manager');
  await api.post(`/projects/${projectId}/members`, { userId: id, roles: [manager.id] });
}

for (const { language, theme } of journeyed(beginning('zh'))) {
  test.describe(`${language} ${theme}`, () => {
    test.use({ look: { language, theme } });
    test.setTimeout(240_000);

    test('a schedule makes a report by the calendar, and its file arrives by mail', async ({
      page,
      signIn,
      t,
      look,
      api,
    }) => {
      const mailbox = new MailServer(Number(process.env.SMTP_PORT ?? 2525));
      try {
        const mark = Date.now().toString(36);
        const client = `client-${mark}@example.com`;
        const { list } = await api.get('/projects');
        const project = list[0].id;
        await addManager(api, project, `chk-${mark}`);
        await addManager(api, project, `app-${mark}`);
        const config = await api.get(`/projects/${project}/project-report-config`);
        const { timeZone: _, updatedAt: __, ...calendar } = config;
        const start = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
        await api.put(`/projects/${project}/project-report-config`, { ...calendar, start, holidays: [] });

        // A holiday is shown in the month before it is saved.
        await signIn(undefined, undefined, `/projects/${project}/reports/schedules?view=calendar`);
        const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
        await page.getByRole('button', { name: t('report-schedules:addHoliday') }).click();
        const span = page.locator('.ant-picker-range input');
        for (const at of [0, 1]) {
          await span.nth(at).click();
          await span.nth(at).fill(day);
          await span.nth(at).press('Enter');
        }
        await page.getByLabel(t('report-schedules:holidayName')).fill(`H ${mark}`);
        if (day.slice(0, 7) < new Date().toISOString().slice(0, 7))
          await page.getByRole('button', { name: t('report-schedules:monthBefore') }).click();
        await expect(page.locator(`[data-date="${day}"]`)).toContainText(`H ${mark}`);
        await page.getByLabel(t('report-schedules:numberPrefix')).fill(`${mark}-`);
        await expectSound(page, look);
        await page.getByRole('button', { name: t('common:action.save'), exact: true }).click();
        await expect(page.getByText(t('report-schedules:calendarSaved'))).toBeVisible();

        await page.getByText(t('report-schedules:view.schedules'), { exact: true }).click();
        await page
          .getByRole('button', { name: t('report-schedules:add') })
          .first()
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(t('report-schedules:name'), { exact: true }).fill(`S ${mark}`);
        await dialog.getByLabel(t('report-schedules:reportTitle')).fill(`R ${mark}`);
        await dialog.getByLabel(t('report-schedules:emailList')).fill(client);
        await dialog.getByLabel(t('report-schedules:emailList')).press('Enter');
        await expectSound(page, look);
        await dialog.getByRole('button', { name: t('common:action.save') }).click();
        await expect(dialog).toBeHidden();
        const row = page.getByRole('row').filter({ hasText: `S ${mark}` });
        await page.getByRole('button', { name: t('report-schedules:runNowOf', { name: `S ${mark}` }) }).click();
        await row.getByRole('link', { name: t('report-schedules:status.waiting') }).click(slow);
        await page.waitForURL(/reports\/project\/\d+/);

        const report = new URL(page.url()).pathname;
        const sign = async (role: 'made' | 'checked' | 'approved', secret: string) => {
          await page.getByRole('button', { name: t(`project-reports:sign.title.${role}`) }).click(slow);
          await dialog.getByLabel(t('project-reports:sign.password')).fill(secret);
          await dialog.getByRole('button', { name: t('project-reports:sign.ok'), exact: true }).click();
          await expect(dialog).toBeHidden();
        };
        await sign('made', process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
        await signIn(`chk-${mark}`, password, report);
        await sign('checked', password);
        await signIn(`app-${mark}`, password, report);
        await sign('approved', password);

        await expect.poll(() => mailbox.files(client).length, slow).toBe(1);
        const { files, number } = await api.get(report.replace('/reports/project/', '/project-reports/'));
        expect(number.startsWith(`${mark}-RB-`)).toBe(true);
        const sum = createHash('sha256')
          .update(mailbox.files(client)[0] ?? '')
          .digest('hex');
        expect(sum).toBe(files[0].sha256);
        expect(mailbox.newest(client)).toContain(sum);

        await signIn(undefined, undefined, `/projects/${project}/reports/schedules?view=history`);
        const made = page.getByRole('row').filter({ hasText: `S ${mark}` });
        await expect(made).toContainText(t('report-schedules:status.issued'), slow);
        await made.getByRole('button', { name: t('report-schedules:mailsOf', { name: `S ${mark}` }) }).click();
        const sent = page.getByRole('dialog').getByRole('listitem').filter({ hasText: client });
        await expect(sent).toContainText(t('report-schedules:mail.sent'));
        await expectSound(page, look);
      } finally {
        mailbox.close();
      }
    });
  });
}
