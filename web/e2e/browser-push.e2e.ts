import { expect, expectSound, test } from './fixtures';
import { MailServer } from './mail-server';

test.use({ look: { language: 'zh', theme: 'default' } });

test('the page says why push cannot work here', async ({ page, context, signIn, look, t, baseURL }) => {
  // The browser of the journeys blocks notifications unless a journey allows them.
  await signIn(undefined, undefined, '/profile');
  await expect(page.getByText(t('push:obstacle.denied', { origin: new URL(page.url()).origin }))).toBeVisible();
  await expectSound(page, look);

  // Allowed, but the push service of the browser's maker is out of reach.
  await context.grantPermissions(['notifications']);
  await page.reload();
  await page.getByRole('button', { name: t('push:subscribe') }).click();
  await expect(page.getByText(t('push:obstacle.noService', { message: '' }).split('：')[0] ?? '')).toBeVisible();
  await expect(page.getByRole('button', { name: t('push:subscribe') })).toBeEnabled();
  await expectSound(page, look);

  // Without https: the server is asked under a name that is not that of this machine.
  const plain = 'http://monitor.example';
  const other = await context.newPage();
  await other.route(`${plain}/**`, (route) => {
    const { pathname, search } = new URL(route.request().url());
    return route.continue({ url: `${baseURL}${pathname}${search}` });
  });
  await other.goto(`${plain}/favicon.svg`);
  const session = await page.evaluate(() => sessionStorage.getItem('plumbline.session') ?? '');
  await other.evaluate((text) => sessionStorage.setItem('plumbline.session', text), session);
  await other.goto(`${plain}/profile`);
  await expect(other.getByText(t('push:obstacle.insecure', { origin: plain }))).toBeVisible();
  await other.close();
});

test('browsers of the account are tested, switched off and removed', async ({ page, signIn, api, look, t }) => {
  const { id } = await api.post('/push-browsers', {
    endpoint: 'https://192.0.2.10/push', // no push service: an address for documentation
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    name: '值班室',
  });
  await signIn(undefined, undefined, '/profile');
  const row = page.getByRole('row').filter({ hasText: '值班室' });
  await row.getByRole('button', { name: t('push:test') }).click();
  await expect(page.getByText(t('push:reason.forbidden', { host: '192.0.2.10' }))).toBeVisible();
  await expect(row).toContainText(t('push:outcome.failed'));
  await expectSound(page, look);
  await row.getByRole('switch').click();
  await expect
    .poll(async () => (await api.get('/push-browsers')).list.find((b: { id: number }) => b.id === id).enable)
    .toBe(false);
  await row.getByRole('button', { name: t('push:remove') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('push:remove') })
    .click();
  await expect(row).toHaveCount(0);
});

// What is not covered: a push service of a browser's maker, which the browser of the journeys does not have, and the
// person's click, which no script can make. The message is delivered by the debugger, the click is an event.
test('the worker shows a message, and a click opens the alert', async ({
  page,
  context,
  signIn,
  api,
  t,
  look,
  baseURL,
}) => {
  const mailbox = new MailServer(Number(process.env.SMTP_PORT ?? 2525));
  try {
    const project = await api.post('/projects', { name: `Push ${Date.now().toString(36)}`, timeZone: 'UTC' });
    const { id: structure } = await api.post(`/projects/${project.id}/structures`, { name: '围护墙', type: 'Bridge' });
    const points = `/structures/${structure}/measuring-points`;
    const { list } = await api.post(points, {
      points: [{ name: 'CX-09', type: 'artificial', measurement: 'Crack', category: 'Artificial' }],
    });
    const point = `${points}/${list[0].id}`;
    await api.put(`${point}/thresholds`, {
      validFrom: Date.UTC(2024, 0),
      list: [{ field: 'width', valueType: 'observed', blue: 1, yellow: 2, orange: 3, red: 4, enable: true }],
    });
    await api.post(`/projects/${project.id}/alert-rules`, {
      name: 'push',
      enable: true,
      level: 1,
      types: ['threshold'],
      events: ['raised'],
      channels: ['push'],
      accountIds: [api.session.user.id],
      emailList: ['push@example.com'],
    });
    const time = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    await api.post(`${point}/artificial-data`, { rows: [{ time, values: { width: 4.5 } }], note: 'tape' });

    // Nothing is dropped silently: the ledger says that the account has no browser.
    const messages = async () =>
      (await api.get(`/projects/${project.id}/alert-messages`)).list as Record<string, string>[];
    await expect
      .poll(async () => (await messages()).find(({ channel }) => channel === 'push')?.reason)
      .toBe('noBrowser');
    const link = () => /https:\/\/plumbline\.test(\/a\/[\w-]+)/.exec(mailbox.newest('push@example.com') ?? '')?.[1];
    await expect.poll(link, { timeout: 30_000 }).toBeDefined();

    await context.grantPermissions(['notifications']);
    await signIn(undefined, undefined, '/profile');
    const debug = await context.newCDPSession(page);
    const registered = new Promise<string>((found) => {
      debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [one] = registrations;
        if (one) found(one.registrationId);
      });
    });
    await debug.send('ServiceWorker.enable');
    const started = context.waitForEvent('serviceworker');
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/push-worker.js');
      await navigator.serviceWorker.ready;
    });
    const worker = await started;
    await debug.send('ServiceWorker.deliverPushMessage', {
      origin: baseURL ?? '',
      registrationId: await registered,
      data: JSON.stringify({ title: '红色告警：CX-09', body: '4.5 mm', tag: 'alert-9', urgent: true, link: link() }),
    });
    const shown = () =>
      page.evaluate(async () => {
        const all = await (await navigator.serviceWorker.ready).getNotifications();
        return all.map(({ title, body, tag, requireInteraction }) => ({ title, body, tag, requireInteraction }));
      });
    await expect
      .poll(shown)
      .toEqual([{ title: '红色告警：CX-09', body: '4.5 mm', tag: 'alert-9', requireInteraction: true }]);

    const opened = await worker.evaluate(async () => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        clients: { openWindow: (url: string) => Promise<null> };
        dispatchEvent: (event: Event) => boolean;
        NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
      };
      const [notification] = await scope.registration.getNotifications();
      if (!notification) return '';
      return new Promise<string>((found) => {
        scope.clients.openWindow = async (url) => {
          found(url);
          return null;
        };
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
      });
    });
    expect(opened).toBe(`${baseURL}${link()}`);
    await expect.poll(shown).toEqual([]); // the click closes it
    await page.goto(opened);
    await expect(page.getByText('CX-09').first()).toBeVisible();
    await expectSound(page, look);
    await expect(page.getByRole('button', { name: t('alert-link:say.seen') })).toBeVisible();
  } finally {
    mailbox.close();
  }
});
