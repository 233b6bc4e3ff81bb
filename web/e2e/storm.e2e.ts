import { cracked } from './cracks';
import { expect, expectSound, inLooks, test } from './fixtures';
import { beginning, journeyed } from './look';
import { MailServer } from './mail-server';

interface Message {
  state: string;
  gathered: boolean;
}

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `LF-${String(from + i).padStart(2, '0')}`);

inLooks(journeyed(beginning('zh-TW')), () => {
  test('many alerts at once come as a few mails, a red one comes at once', async ({
    page,
    browser,
    signIn,
    api,
    t,
    look,
  }) => {
    test.setTimeout(120_000); // gathered messages wait for the half minute
    const mailbox = new MailServer(Number(process.env.SMTP_PORT ?? 2525));
    const mark = Date.now().toString(36);
    const address = `storm-${mark}@example.com`;
    try {
      const project = await api.post('/projects', {
        ...{ name: `Storm ${mark}`, timeZone: 'UTC', language: look.language },
      });
      const north = numbered(1, 7);
      const south = numbered(11, 5);
      const enterNorth = await cracked(api, project.id, '北側', north);
      const enterSouth = await cracked(api, project.id, '南側', south);
      await api.post(`/projects/${project.id}/alert-rules`, {
        ...{ name: '夜班组', enable: true, level: 1, types: ['threshold'], events: ['raised', 'escalated'] },
        ...{ emailList: [address] },
      });

      // Twelve cracks open within seconds: five mails come one by one, then the messages wait.
      const messages = async (): Promise<Message[]> =>
        (await api.get(`/projects/${project.id}/alert-messages?pageSize=100`)).list;
      await enterNorth(60_000, 2.5);
      await enterSouth(60_000, 2.5);
      await expect.poll(async () => (await messages()).length, { timeout: 20_000 }).toBe(12);
      await expect.poll(() => mailbox.all(address).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);

      // One becomes red. Its mail does not wait.
      await enterSouth(0, 4.5, ['LF-13']);
      const red = () => mailbox.all(address).find((text) => text.includes('4.50'));
      await expect.poll(red, { timeout: 20_000 }).toBeTruthy();
      expect(red()).toContain('LF-13');
      expect(red()).not.toContain('LF-12');

      // The others come in one mail, arranged by structure.
      const waiting = async () => (await messages()).filter(({ state }) => state !== 'sent').length;
      await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
      const gathered = (await messages()).filter((message) => message.gathered);
      expect(gathered.length).toBeGreaterThan(1);
      const mails = mailbox.all(address);
      expect(mails.length).toBeLessThanOrEqual(8); // of 13 messages
      for (const crack of [...north, ...south]) {
        expect(mails.filter((text) => text.includes(crack)).length, crack).toBeGreaterThanOrEqual(1);
      }
      const together = mails.find((text) => text.split('/a/').length > 2) ?? '';
      expect(together).toContain('南側 · ');

      // The page says which messages came together.
      await signIn(undefined, undefined, `/projects/${project.id}/alerts/messages`);
      const rows = page.getByRole('row').filter({ hasText: address });
      await expect(rows).toHaveCount(13);
      await expect(rows.filter({ hasText: t('alert-rules:messages.gathered') })).toHaveCount(gathered.length);
      await expectSound(page, look);
      await rows
        .filter({ hasText: t('alert-rules:messages.gathered') })
        .first()
        .click();
      await expect(page.getByText(t('alert-rules:messages.outcome.sent'))).toBeVisible();
      await expectSound(page, look);

      // Each line of the mail opens its alert, without a session.
      const link = /plumbline\.test(\/a\/[\w-]+)/.exec(together)?.[1];
      const outside = await browser.newContext({ locale: look.language, baseURL: process.env.BASE ?? '' });
      const opened = await outside.newPage();
      await opened.goto(link ?? '');
      await expect(opened.getByRole('heading', { name: /^LF-/ })).toBeVisible();
      await opened.getByRole('button', { name: t('alert-link:say.seen') }).click();
      await expect(opened.getByRole('button', { name: t('alert-link:said.seen') })).toBeDisabled();
      await outside.close();

      // The alerts of a structure are one incident.
      await page.getByText(t('alerts:nav.incidents'), { exact: true }).click();
      await expect(page.getByRole('row')).toHaveCount(3);
      await page.getByRole('row').filter({ hasText: '南側' }).click();
      await expect(
        page.getByRole('button', { name: t('alerts:incident.processAll', { count: south.length }) }),
      ).toBeVisible();
      await expectSound(page, look);
    } finally {
      mailbox.close();
    }
  });
});
