import { cracked } from './cracks';
import { expect, expectSound, inLooks, test } from './fixtures';
import { beginning, journeyed } from './look';
import { MailServer } from './mail-server';

const hour = 3_600_000;

inLooks(journeyed(beginning('zh')), () => {
  test('a rule is previewed on past alerts, and sends a mail about the next one', async ({
    page,
    browser,
    signIn,
    api,
    t,
    look,
  }) => {
    const mailbox = new MailServer(Number(process.env.SMTP_PORT ?? 2525));
    try {
      const project = await api.post('/projects', {
        name: `Rules ${Date.now().toString(36)}`,
        timeZone: 'UTC',
        language: look.language,
      });
      const enter = await cracked(api, project.id, '围护墙', ['CX-07']);
      await enter(hour, 2.5);
      const alerts = async () =>
        (await api.get(`/alerts?projectId=${project.id}`)).list as { id: number; level: number }[];
      await expect.poll(async () => (await alerts()).map(({ level }) => level)).toEqual([2]);

      // The preview counts the alert that was raised before there was a rule.
      await signIn(undefined, undefined, `/projects/${project.id}/alerts`);
      await page.getByText(t('alerts:nav.rules'), { exact: true }).click();
      await expect(page.getByText(t('alert-rules:none'), { exact: true })).toBeVisible();
      await page
        .getByRole('button', { name: t('alert-rules:add') })
        .first()
        .click();
      await expect(page.getByText(t('alert-rules:preview.incomplete'))).toBeVisible();
      await page.getByLabel(t('alert-rules:name'), { exact: true }).fill('夜班');
      await page.getByLabel(t('alert-rules:addresses')).click();
      await page.keyboard.type('shift@example.com,');
      const counted = page.locator('dl').first().locator('dd').first();
      await expect(counted).toContainText('1');
      await expect(page.getByRole('link', { name: /CX-07/ })).toBeVisible();
      await expectSound(page, look);
      await page.getByRole('radio', { name: t('alert-rules:only', { level: t('common:level.4') }) }).check();
      await expect(page.getByText(t('alert-rules:preview.nothing'))).toBeVisible();
      const above = t('alert-rules:andAbove', { level: t('common:level.3') });
      await page.getByRole('radio', { name: above }).check();
      await page.getByRole('button', { name: t('common:action.save') }).click();
      const row = page.getByRole('row').filter({ hasText: '夜班' });
      await expect(row).toContainText('shift@example.com');
      await expect(row).toContainText(above);
      await expectSound(page, look);

      // The yellow alert becomes orange. The mail shows its curve, 960 by 480 pixels.
      await enter(60_000, 3.25);
      await expect.poll(() => mailbox.newest('shift@example.com'), { timeout: 20_000 }).toContain('3.25');
      const curve = mailbox.pictures('shift@example.com')[0];
      expect([curve?.toString('latin1', 1, 4), curve?.readUInt32BE(16), curve?.readUInt32BE(20)]).toEqual([
        'PNG',
        960,
        480,
      ]);

      // Its link opens the alert in a browser without a session, and takes an answer.
      const link = /plumbline\.test(\/a\/[\w-]+)/.exec(mailbox.newest('shift@example.com') ?? '')?.[1];
      const outside = await browser.newContext({ locale: look.language, baseURL: process.env.BASE ?? '' });
      const opened = await outside.newPage();
      await opened.goto(link ?? '');
      await expect(opened.getByRole('heading', { name: 'CX-07' })).toBeVisible();
      await expectSound(opened, look);
      await opened.getByRole('button', { name: t('alert-link:say.onMyWay') }).click();
      await expect(opened.getByRole('button', { name: t('alert-link:said.onMyWay') })).toBeDisabled();
      await outside.close();

      await page.getByText(t('alerts:nav.messages'), { exact: true }).click();
      const sent = page.getByRole('row').filter({ hasText: 'shift@example.com' });
      await expect(sent).toHaveCount(1);
      await expect(sent).toContainText(t('alerts:message.state.sent'));
      await sent.click();
      await expect(page.getByText(t('alert-rules:messages.outcome.sent'))).toBeVisible();
      await expectSound(page, look);

      // The page of the alert has its whole course, and takes a comment.
      await page.getByRole('link', { name: t('alert-rules:messages.toAlert') }).click();
      const course = page.getByRole('region', { name: t('alerts:history') }).last();
      await expect(course.getByText(t('alerts:timeline.sent'))).toBeVisible();
      await expect(course.getByText('1 / 1')).toBeVisible();
      await expect(course.getByText(t('alerts:timeline.answer.onMyWay'))).toBeVisible();
      await page.getByLabel(t('alerts:timeline.comment'), { exact: true }).fill('20 min 后到场');
      await page.getByRole('button', { name: t('alerts:timeline.send') }).click();
      await expect(course.getByText('20 min 后到场')).toBeVisible();

      // Who is signed in answers there too.
      const seen = page.getByRole('button', { name: t('alerts:reply.say.seen') });
      await seen.click();
      await expect(course.getByText(t('alerts:timeline.answer.seen'))).toBeVisible();
      await expect(seen).toHaveCount(0);
      await expect(page.locator('main canvas').first()).toBeVisible();
      await expectSound(page, look);

      // So does the panel of the list.
      await page.getByRole('button', { name: t('alerts:toAlerts') }).click();
      const listed = page.getByRole('row').filter({ hasText: 'CX-07' });
      await expect(listed).toContainText(t('common:level.3')); // it was yellow when the list was shown last
      await listed.click();
      const detail = page.getByRole('region', { name: t('alerts:detail') });
      await expect(detail.getByText('shift@example.com')).toBeVisible();
      await expect(detail.getByRole('listitem').filter({ hasText: 'shift@example.com' })).toContainText(
        t('alerts:message.state.sent'),
      );
      await expect(detail.getByText(t('alerts:event.noticed'))).toBeVisible();
      await expectSound(page, look);

      // The crack closes: a mail says that it is over. It opens once more, and somebody processes that alert.
      await enter(40_000, 0.5);
      await enter(20_000, 0.25);
      await expect.poll(() => mailbox.newest('shift@example.com'), { timeout: 20_000 }).toContain('0.25');
      await expect(listed).toContainText(t('common:alertStatus.Restore'));
      await enter(0, 2.25);
      await page.getByRole('button', { name: t('alerts:news', { count: 1 }) }).click();
      const second = listed.filter({ hasText: '2.25' });
      await second.click();
      await expect(detail).toContainText('2.25'); // no longer the first alert
      await page.getByRole('textbox', { name: t('alerts:form.note') }).fill('拱脚已注浆');
      await page.getByRole('button', { name: t('alerts:form.submitConfirm') }).click();
      await expect(second).toContainText(t('common:alertStatus.Confirm'));
      await expectSound(page, look);
    } finally {
      mailbox.close();
    }
  });

  test('a recipient marks an alert as false with a code, where the rule allows it', async ({
    browser,
    api,
    t,
    look,
  }) => {
    const mailbox = new MailServer(Number(process.env.SMTP_PORT ?? 2525));
    const address = `crew-${Date.now().toString(36)}@example.com`;
    try {
      const project = await api.post('/projects', {
        name: `By code ${Date.now().toString(36)}`,
        timeZone: 'UTC',
        language: look.language,
      });
      const enter = await cracked(api, project.id, '围护墙', ['CX-09']);
      await api.post(`/projects/${project.id}/alert-rules`, {
        ...{ name: 'Crew', enable: true, level: 1, types: ['threshold'], events: ['raised'] },
        ...{ emailList: [address], byCode: true },
      });
      await enter(0, 3.5);
      await expect.poll(() => mailbox.newest(address), { timeout: 20_000 }).toContain('3.5');
      const link = /plumbline\.test(\/a\/[\w-]+)/.exec(mailbox.newest(address) ?? '')?.[1];
      const outside = await browser.newContext({ locale: look.language, baseURL: process.env.BASE ?? '' });
      const page = await outside.newPage();
      await page.goto(link ?? '');
      await page.getByRole('button', { name: t('alert-link:decide.open') }).click();
      await expectSound(page, look);
      const form = page.getByRole('region', { name: t('alert-link:decide.title') });
      await form.getByRole('radio', { name: t('common:alertStatus.FalseAlarm') }).check();
      await form.getByRole('button', { name: t('alert-link:decide.save') }).click();
      await expect(form.getByText(t('alert-link:decide.noteEmpty'))).toBeVisible();
      await form.getByLabel(t('alert-link:decide.note')).fill('吊车停在测点旁');
      await form.getByRole('button', { name: t('account:code.send') }).click();
      await expect.poll(() => mailbox.code(address), { timeout: 20_000 }).toBeTruthy();
      await form.getByLabel(t('alert-link:decide.code')).fill(mailbox.code(address) ?? '');
      await form.getByRole('button', { name: t('alert-link:decide.save') }).click();
      await expect(page.getByText(t('common:alertStatus.FalseAlarm'), { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: t('alert-link:decide.open') })).toHaveCount(0);
      await expectSound(page, look);
      await outside.close();
    } finally {
      mailbox.close();
    }
  });

  test('people take turns and swap, and a message of quiet hours waits', async ({ page, signIn, api, t, look }) => {
    const mark = Date.now().toString(36);
    const project = await api.post('/projects', { name: `Duty ${mark}`, timeZone: 'UTC' });
    const people: number[] = [];
    for (const displayName of [`王工 ${mark}`, `林工 ${mark}`]) {
      const name = `duty-${mark}-${people.length}`;
      const { id } = await api.post('/users', {
        ...{ name, displayName, email: `${name}@example.com` },
        ...{ password: 'Duty-2468-only', type: 'Normal' },
      });
      await api.post(`/projects/${project.id}/members`, { userId: id, roles: [4] });
      people.push(id);
    }
    await signIn(undefined, undefined, `/projects/${project.id}/alerts`);
    await page.getByText(t('alerts:nav.duty'), { exact: true }).click();
    await page.getByRole('button', { name: t('duty:setUp') }).click();
    await page.getByLabel(t('duty:order')).click();
    for (const name of [`王工 ${mark}`, `林工 ${mark}`]) await page.getByTitle(name, { exact: true }).last().click();
    await page.getByLabel(t('duty:hour')).fill('0');
    await page.getByRole('button', { name: t('common:action.save') }).click();
    await expect(page.getByText(t('duty:saved'))).toBeVisible();
    const now = page.locator('dl').first();
    await expect(now).toContainText(`王工 ${mark}`);
    await expectSound(page, look);

    // The second week is handed back to the first person.
    await page.getByRole('button', { name: t('duty:addSwap') }).click();
    await page.getByLabel(t('duty:takesOver')).click();
    await page.getByTitle(`王工 ${mark}`, { exact: true }).last().click();
    await page.getByRole('button', { name: t('common:action.save') }).click();
    await expect(page.getByRole('listitem').filter({ hasText: t('duty:swap') })).toHaveCount(1);
    await expectSound(page, look);

    // A yellow alert in quiet hours is written for the person on duty, and waits.
    const enter = await cracked(api, project.id, '围护墙', ['CX-08']);
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    await api.post(`/projects/${project.id}/alert-rules`, {
      name: '夜间',
      enable: true,
      level: 1,
      types: ['threshold'],
      events: ['raised'],
      duty: true,
      quietFrom: (minute + 1440 - 60) % 1440,
      quietTo: (minute + 300) % 1440,
      quietLevel: 2,
    });
    await enter(60_000, 2.5);
    await page.getByText(t('alerts:nav.rules'), { exact: true }).click();
    await page.getByRole('row').filter({ hasText: '夜间' }).click();
    await expect(page.getByText(t('alert-rules:quiet.never'))).toBeVisible();
    await expectSound(page, look);
    await page.goto(`/projects/${project.id}/alerts/messages`);
    const held = page.getByRole('row').filter({ hasText: `王工 ${mark}` });
    await expect(held).toContainText(t('alert-rules:messages.onDuty'));
    await expect(held).toContainText(t('alert-rules:messages.heldUntil', { time: '' }).trim());
    await expectSound(page, look);
  });

  test('a message waits for a second reading, and names who is called next', async ({ page, signIn, api, t, look }) => {
    const mark = Date.now().toString(36);
    const project = await api.post('/projects', { name: `Ladder ${mark}`, timeZone: 'UTC' });
    const chief = { name: `chief-${mark}`, displayName: `陈总 ${mark}`, email: `chief-${mark}@example.com` };
    const { id: userId } = await api.post('/users', { ...chief, password: 'Chief-2468-only', type: 'Normal' });
    await api.post(`/projects/${project.id}/members`, { userId, roles: [4] });
    const enter = await cracked(api, project.id, '围护墙', ['CX-09']);

    await signIn(undefined, undefined, `/projects/${project.id}/alerts/rules?open=new`);
    await page.getByLabel(t('alert-rules:name'), { exact: true }).fill('确认');
    await page.getByRole('checkbox', { name: t('alert-rules:conditions.counts') }).check();
    await page.getByLabel(t('alert-rules:conditions.readings')).fill('2');
    await page.getByLabel(t('alert-rules:addresses')).click();
    await page.keyboard.type('shift@example.com,');
    await page.getByRole('button', { name: t('alert-rules:ladder.add') }).click();
    await page.getByRole('button', { name: t('common:action.save') }).click();
    await expect(page.getByText(t('alert-rules:ladder.nobody'))).toBeVisible();
    await page.getByLabel(t('alert-rules:ladder.members')).click();
    await page.getByTitle(chief.displayName, { exact: true }).last().click();
    await expectSound(page, look);
    await page.getByRole('button', { name: t('common:action.save') }).click();
    const row = page.getByRole('row').filter({ hasText: '确认' });
    await expect(row).toContainText(t('alert-rules:conditions.short'));
    await expect(row).toContainText(t('alert-rules:ladder.steps', { count: 1 }));

    const messages = async () =>
      (await api.get(`/projects/${project.id}/alert-messages`)).list as { state: string; reminder: number }[];
    await enter(20 * 60_000, 2.5);
    await expect.poll(async () => (await messages()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    await page.goto(`/projects/${project.id}/alerts/messages`);
    const condition = t('alert-rules:condition.counts', { reached: 2, readings: 2 });
    await expect(page.getByRole('row').filter({ hasText: 'shift@example.com' })).toContainText(condition);
    await expectSound(page, look);
    await enter(0, 2.75);
    await expect
      .poll(async () => (await messages()).filter(({ reminder }) => reminder < 0).map(({ state }) => state), {
        timeout: 20_000,
      })
      .toEqual(['pending']);
    await page.reload();
    const called = page.getByRole('row').filter({ hasText: chief.displayName });
    await expect(called).toContainText(t('alerts:message.state.pending'));
    await called.click();
    await expect(page.getByText(t('alert-rules:messages.rungText', { step: 1, minutes: 30 }))).toBeVisible();
    await expectSound(page, look);
  });

  test('maintenance holds a message back until somebody ends it', async ({ page, signIn, api, t, look }) => {
    const mark = Date.now().toString(36);
    const project = await api.post('/projects', { name: `Silence ${mark}`, timeZone: 'UTC' });
    const enter = await cracked(api, project.id, '围护墙', ['CX-10']);
    await api.post(`/projects/${project.id}/alert-rules`, {
      name: '班组',
      enable: true,
      level: 1,
      types: ['threshold'],
      events: ['raised'],
      emailList: ['shift@example.com'],
    });

    await signIn(undefined, undefined, `/projects/${project.id}/alerts/silences`);
    await expect(page.getByText(t('silences:none'), { exact: true })).toBeVisible();
    await page
      .getByRole('button', { name: t('silences:add') })
      .first()
      .click();
    await page.getByRole('button', { name: t('common:action.save') }).click();
    await expect(page.getByText(t('silences:noteEmpty'))).toBeVisible();
    await page.getByLabel(t('common:entity.structure')).click();
    await page.getByTitle('围护墙', { exact: true }).last().click();
    await page.getByLabel(t('silences:points')).click();
    await page.getByTitle('CX-10', { exact: true }).last().click();
    await page.keyboard.press('Escape');
    await page.getByLabel(t('silences:note')).fill('更换测缝计');
    await expectSound(page, look);
    await page.getByRole('button', { name: t('common:action.save') }).click();
    const row = page.getByRole('row').filter({ hasText: '更换测缝计' });
    await expect(row).toContainText(t('silences:state.holding'));
    await expect(row).toContainText('CX-10');
    await expectSound(page, look);

    const attempts = async () =>
      ((await api.get(`/projects/${project.id}/alert-messages`)).list as { attempts: unknown[] }[]).map(
        (message) => message.attempts.length,
      );
    await enter(60_000, 2.5);
    await expect.poll(attempts).toEqual([0]);
    await page.goto(`/projects/${project.id}/alerts/messages`);
    await expect(page.getByText(t('alert-rules:messages.silencedUntil', { time: '' }).trim())).toBeVisible();
    await expectSound(page, look);

    // Once it is ended, the message is tried; no mail server listens.
    await page.getByText(t('alerts:nav.silences'), { exact: true }).click();
    await row.getByRole('button', { name: t('silences:end') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('silences:end') })
      .click();
    await expect(row).toContainText(t('silences:state.ended'));
    await expect.poll(attempts, { timeout: 20_000 }).toEqual([1]);
  });
});
