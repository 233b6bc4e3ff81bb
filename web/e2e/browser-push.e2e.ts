import config from '../playwright.config';
import { cracked } from './cracks';
import { expect, expectSound, test } from './fixtures';
import { MailServer } from './mail-server';

const started = config.use?.launchOptions;
const args = [...(started?.args ?? []), '--host-resolver-rules=MAP monitor.example 127.0.0.1'];
test.use({ look: { language: 'zh', theme: 'default' }, launchOptions: { ...started, args } });

/** What the journey replaces in the worker. */
interface WorkerScope {
  asked: Promise<[string, NotificationOptions]>;
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> };
  clients: { openWindow: (url: string) => Promise<void> };
  dispatchEvent: (event: Event) => boolean;
  ExtendableEvent: new (type: string) => Event;
}

test('the page says why push cannot work here', async ({ page, context, signIn, look, t, watch }) => {
  watch.expectFailure(/Push API in incognito mode/);
  // The browser of the journeys blocks notifications unless a journey allows them.
  await signIn(undefined, undefined, '/profile');
  await expect(page.getByText(t('push:obstacle.denied', { origin: new URL(page.url()).origin }))).toBeVisible();
  await expectSound(page, look);

  // Allowed, but there is no push service: journeys run in private windows. Their browser asks nobody, and says "denied"
  // whatever is allowed.
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    if (globalThis.Notification) Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  });
  await page.reload();
  await page.getByRole('button', { name: t('push:subscribe') }).click();
  await expect(page.getByText(t('push:obstacle.noService', { message: '' }).split('：')[0] ?? '')).toBeVisible();
  await expect(page.getByRole('button', { name: t('push:subscribe') })).toBeEnabled();
  await expectSound(page, look);

  // Without https: under a name that is not that of this machine.
  const plain = `http://monitor.example:${new URL(page.url()).port}`;
  const other = await context.newPage();
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

// What is not covered: the push service of a browser's maker, the notification on the screen, and the person's click on it.
// The browser of the journeys has none of them. The debugger delivers the message, the journey records what the worker
// asks the browser to show and to open, and the click is an event.
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
    await api.post(`/projects/${project.id}/members`, { userId: api.session.user.id, roles: [4] });
    const measure = await cracked(api, project.id, '围护墙', ['CX-09']);
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
    await measure(3_600_000, 4.5);

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
    const running = context.waitForEvent('serviceworker');
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/push-worker.js');
      await navigator.serviceWorker.ready;
    });
    const worker = await running;
    await worker.evaluate(() => {
      const scope = globalThis as unknown as WorkerScope;
      scope.asked = new Promise((found) => {
        scope.registration.showNotification = async (...asked) => found(asked);
      });
    });
    await debug.send('ServiceWorker.deliverPushMessage', {
      origin: baseURL ?? '',
      registrationId: await registered,
      data: JSON.stringify({ title: '红色告警：CX-09', body: '4.5 mm', tag: 'alert-9', urgent: true, link: link() }),
    });
    const [title, options] = await worker.evaluate(() => (globalThis as unknown as WorkerScope).asked);
    expect(title).toBe('红色告警：CX-09');
    expect(options).toMatchObject({ body: '4.5 mm', tag: 'alert-9', renotify: true, requireInteraction: true });

    const opened = await worker.evaluate((data) => {
      const scope = globalThis as unknown as WorkerScope;
      return new Promise<string>((found) => {
        let closed = false;
        scope.clients.openWindow = async (url) => found(closed ? url : 'not closed');
        const notification = {
          data,
          close: () => {
            closed = true;
          },
        };
        scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }));
      });
    }, options.data);
    expect(opened).toBe(`${baseURL}${link()}`);
    await page.goto(opened);
    await expect(page.getByText('CX-09').first()).toBeVisible();
    await expectSound(page, look);
    await expect(page.getByRole('button', { name: t('alert-link:say.seen') })).toBeVisible();
  } finally {
    mailbox.close();
  }
});
