import type { Page } from '@playwright/test';
import { publish } from './device';
import { enter, expect, expectSound, test } from './fixtures';
import { Network } from './network';
import { makeSite, type Site } from './site';

const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';
const arrival = { timeout: 30_000 };

let network: Network;
let site: Site;

test.beforeEach(async ({ baseURL, watch }) => {
  // Console messages of a lost connection.
  watch.expectFailure(/net::ERR_|status: 401|status of 401/);
  network = await Network.to(baseURL ?? '');
  site = await makeSite(baseURL ?? '', password);
  await expect(() => publish(site.device, { angleX: 0.5, angleY: 0 })).toPass({ timeout: 10_000 });
});
test.afterEach(() => network.close());

const banner = (page: Page, t: (key: string) => string) =>
  page.getByRole('region', { name: t('shell:connection.name') });

/** The screen of the structure, reached through the network, with its point's value on it. */
async function openScreen(page: Page, look: Parameters<typeof enter>[1], point: string) {
  await enter(page, look, network.address, {
    path: `/dashboard/project/${site.projectId}/structures/${site.structureId}`,
  });
  await expect(page.getByRole('listitem').filter({ hasText: point })).toContainText('0.500', arrival);
}

test('a silent network is detected, and missed values appear after reconnecting', async ({ page, look, t }) => {
  await openScreen(page, look, site.point);
  network.swallow();
  await expect(banner(page, t)).toBeVisible();
  await expect(banner(page, t)).toContainText(/\d\d:\d\d:\d\d 起/);
  await expect(page.getByRole('listitem').filter({ hasText: site.point })).toContainText(/\d+ (秒|分钟)前/);
  await expectSound(page, look);
  await publish(site.device, { angleX: 0.75, angleY: 0 });
  await expect(banner(page, t)).toContainText(/已尝试 [2-9] 次/);
  await expect(page.getByRole('listitem').filter({ hasText: site.point })).toContainText('0.500');

  network.open();
  await expect(banner(page, t)).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: site.point })).toContainText('0.750');
});

test('the banner stays visible over a full-screen curve', async ({ page, look, t }) => {
  await openScreen(page, look, site.point);
  await page.getByRole('listitem').filter({ hasText: site.point }).getByRole('link').first().click();
  await page.getByRole('button', { name: t('data-views:tool.full') }).click();
  network.refuse();
  await expect(banner(page, t)).toBeInViewport();
  await page.getByRole('button', { name: t('shell:connection.retry') }).click({ trial: true });
});

test.describe('an unreachable server', () => {
  test.use({ look: { language: 'en', theme: 'white' } });

  test('is reported as unreachable in the banner and in the panels', async ({ page, look, t }) => {
    await openScreen(page, look, site.point);
    network.refuse();
    await expect(banner(page, t)).toContainText('Connection lost since');
    await page
      .getByRole('link', { name: t('shell:menu.alerts') })
      .first()
      .click();
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: t('common:error.unreachable') })
        .first(),
    ).toBeVisible(arrival);
    network.open();
    await expect(banner(page, t)).toBeHidden();
    await expect(page.getByText(t('common:error.unreachable'))).toHaveCount(0);
  });

  test('is not blamed if the browser is offline', async ({ page, look, t, context }) => {
    await openScreen(page, look, site.point);
    network.refuse();
    await context.setOffline(true);
    await expect(banner(page, t)).toContainText('Browser offline since');
    await context.setOffline(false);
    network.open();
    await expect(banner(page, t)).toBeHidden();
  });
});

test('behind a proxy that holds streams back, the page says so and polls', async ({ page, look, t }) => {
  await openScreen(page, look, site.point);
  network.hold();
  await expect(banner(page, t)).toContainText('实时推送受阻', arrival);
  await publish(site.device, { angleX: 0.75, angleY: 0 });
  await expect(page.getByRole('listitem').filter({ hasText: site.point })).toContainText('0.750', arrival);
  network.open();
  await expect(banner(page, t)).toBeHidden(arrival);
});

test('a proxy that ends streams causes no banner and no missed values', async ({ page, look, t }) => {
  await openScreen(page, look, site.point);
  for (const value of [0.6, 0.7]) {
    network.cut();
    await publish(site.device, { angleX: value, angleY: 0 });
    await expect(page.getByRole('listitem').filter({ hasText: site.point })).toContainText(value.toFixed(3), arrival);
    await expect(banner(page, t)).toBeHidden();
  }
});

test('a wall screen that slept shows the age of its values until it reconnects', async ({ page, look, t }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.clock.install();
  await openScreen(page, look, site.point);
  network.swallow();
  await page.clock.fastForward('02:00:00');
  await expect(banner(page, t)).toContainText(/已中断 (1:59|2:00):\d\d/);
  await expect(page.getByRole('listitem').filter({ hasText: site.point })).toContainText('2 小时前');
  await expect(page.getByText(t('project:plan.beforeCut'))).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  network.open();
  await page.getByRole('button', { name: t('shell:connection.retry') }).click();
  await expect(banner(page, t)).toBeHidden();
});

test('after a session ends elsewhere, signing in again returns to the page', async ({ page, look, t, baseURL }) => {
  await openScreen(page, look, site.point);
  const where = page.url();
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('plumbline.session') ?? '{}').token);
  await fetch(`${baseURL}/api/sessions/signout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  const dialog = page.getByRole('dialog', { name: t('shell:expired.title') });
  await expect(dialog).toBeVisible(arrival);
  await expect(banner(page, t)).toBeHidden();
  await dialog.getByRole('button').click();
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('密码').first().fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(where);
});
