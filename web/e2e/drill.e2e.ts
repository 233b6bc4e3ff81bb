import { expect, expectSound, inLooks, test } from './fixtures';
import { beginning, journeyed } from './look';
import { MailServer } from './mail-server';

inLooks(journeyed(beginning('zh-TW')), () => {
  test('a drill reaches a mailbox, is confirmed by its link and proves the rule', async ({
    page,
    browser,
    signIn,
    api,
    t,
    look,
  }) => {
    const mailbox = new MailServer(Number(process.env.SMTP_PORT ?? 2525));
    try {
      const project = await api.post('/projects', { name: `Drill ${Date.now().toString(36)}`, timeZone: 'UTC' });
      await signIn(undefined, undefined, `/projects/${project.id}/alerts/drills`);
      await expect(page.getByText(t('drills:noRules'), { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: t('drills:start') })).toBeDisabled();
      await expectSound(page, look);

      await api.post(`/projects/${project.id}/alert-rules`, {
        ...{ name: '夜班', enable: true, level: 2, types: ['threshold'], events: ['raised'] },
        emailList: ['drill@example.com'],
      });
      await page.reload();
      const rule = page.getByRole('row').filter({ hasText: '夜班' });
      await expect(rule).toContainText(t('drills:states.never'));
      await page.getByRole('button', { name: t('drills:start') }).click();
      const asks = page.getByRole('dialog');
      await expect(asks.getByText('drill@example.com')).toBeVisible();
      await expect(asks.getByText(t('drills:will', { messages: 1, rules: 1 }))).toBeVisible();
      await expectSound(page, look);
      await asks.getByRole('button', { name: t('drills:start') }).click();
      await expect(page.getByText(t('drills:started'))).toBeVisible();

      // The mail is marked, and its link says that there is no alert.
      await expect.poll(() => mailbox.newest('drill@example.com'), { timeout: 20_000 }).toContain('【演练】');
      const link = /plumbline\.test(\/a\/[\w-]+)/.exec(mailbox.newest('drill@example.com') ?? '')?.[1];
      const outside = await browser.newContext({ locale: look.language, baseURL: process.env.BASE ?? '' });
      const opened = await outside.newPage();
      await opened.goto(link ?? '');
      await expect(opened.getByText(t('alert-link:drill.hint'))).toBeVisible();
      await expect(opened.getByRole('button', { name: t('alert-link:say.onMyWay') })).toHaveCount(0);
      await expectSound(opened, look);
      await opened.getByRole('button', { name: t('alert-link:say.seen') }).click();
      await expect(opened.getByRole('button', { name: t('alert-link:said.seen') })).toBeDisabled();
      await outside.close();

      // The page asks again by itself.
      await expect(rule).toContainText(t('drills:states.proven'), { timeout: 20_000 });
      const held = page.getByRole('row').filter({ hasText: t('drills:acknowledged', { count: 1, total: 1 }) });
      await expect(held).toContainText(t('drills:accepted', { count: 1 }));
      await expectSound(page, look);

      await page.getByRole('button', { name: t('drills:plan') }).click();
      const plan = page.getByRole('dialog');
      await plan.getByRole('switch').click();
      await expectSound(page, look);
      await plan.getByRole('button', { name: t('common:action.save') }).click();
      await expect(page.getByText(t('drills:planSaved'))).toBeVisible();
      await expect(page.getByText(t('drills:warnAfter', { count: 14 }))).toBeVisible();

      // The list of messages marks those of drills, and there is no alert.
      await held.getByRole('button', { name: t('drills:open') }).click();
      const sent = page.getByRole('row').filter({ hasText: 'drill@example.com' });
      await expect(sent).toContainText(t('alert-rules:messages.drill'));
      await expectSound(page, look);
      expect((await api.get(`/alerts?projectId=${project.id}`)).list).toEqual([]);
    } finally {
      mailbox.close();
    }
  });
});
