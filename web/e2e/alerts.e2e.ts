import { readFile } from 'node:fs/promises';
import { publish } from './device';
import { test as base, expect, expectSound } from './fixtures';
import { makeSite } from './site';

const arrival = { timeout: 30_000 };

type Site = Awaited<ReturnType<typeof makeSite>>;

/** A signed-in user, and two sites with one open alert each. */
const test = base.extend<{ sites: readonly [Site, Site] }>({
  sites: async ({ signIn, baseURL }, use) => {
    const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';
    const sites = [await makeSite(baseURL ?? '', password), await makeSite(baseURL ?? '', password)] as const;
    for (const { device } of sites) await publish(device, { angleX: 3.4 });
    await signIn();
    await use(sites);
  },
});

test.describe('in a table', () => {
  test.use({ look: { language: 'en', theme: 'white' } });

  test('several alerts are processed together, and the list is exported', async ({ page, sites, look, t }) => {
    const menu = page.getByRole('navigation', { name: t('shell:menu.name') });
    await menu.getByRole('link', { name: t('shell:menu.allAlerts') }).click();
    await expect(page).toHaveURL(/\/alerts$/);
    await page.goto('/alerts?q=QJ-'); // only alerts of journeys, so that processed ones stay on the first page
    for (const { point } of sites) {
      await page
        .getByRole('checkbox', { name: t('alerts:bulk.choose', { name: point }) })
        .first()
        .check();
    }
    await page.getByRole('button', { name: t('alerts:bulk.start') }).click();
    await expect(page.getByRole('heading', { name: t('alerts:bulk.title', { count: 2 }) })).toBeVisible();
    await expectSound(page, look);
    await page.getByRole('combobox', { name: new RegExp(t('alerts:form.cause')) }).fill('temp');
    await page.getByTitle('Temperature change').click();
    await page.getByRole('combobox', { name: new RegExp(t('alerts:form.measure')) }).fill('second survey');
    await page.getByRole('textbox', { name: t('alerts:form.note') }).fill('warm day, checked by hand');
    await page.getByRole('button', { name: t('alerts:form.submitConfirmMany', { count: 2 }) }).click();
    await expect(page.getByRole('heading', { name: t('alerts:bulk.title', { count: 2 }) })).toHaveCount(0);
    const row = page.getByRole('row').filter({ hasText: sites[0].point });
    await expect(row).toContainText(t('common:alertStatus.Confirm'));
    await row.click();
    await expect(page.getByRole('region', { name: t('alerts:detail') })).toContainText('Temperature change');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: t('common:action.export') }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file.split('\r\n').find((line) => line.includes(sites[1].point))).toContain('second survey');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, look: { language: 'zh', theme: 'default' } });

  test('alerts open from the menu bar, Back closes one, and taps select several', async ({ page, sites, look, t }) => {
    const bar = page.getByRole('navigation', { name: t('shell:menu.name') });
    await bar.getByRole('link', { name: t('shell:bar.alerts') }).click();
    await expect(page).toHaveURL(/\/alerts$/);
    await page.goto('/alerts?q=QJ-');
    const card = (point: string) => page.getByRole('button').filter({ hasText: point }).first();
    await card(sites[0].point).click(arrival);
    await expect(page.getByRole('region', { name: t('alerts:detail') })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/alerts\?q=QJ-$/);
    await page.getByRole('button', { name: t('alerts:bulk.select'), exact: true }).click();
    for (const { point } of sites) await card(point).click();
    await expectSound(page, look);
    await page.getByRole('button', { name: t('alerts:bulk.start') }).click();
    await page.getByRole('radio', { name: t('alerts:form.falseAlarm') }).check();
    await page.getByRole('textbox', { name: t('alerts:form.note') }).fill('误触');
    await page.getByRole('button', { name: t('alerts:form.submitFalseMany', { count: 2 }) }).click();
    await expect(card(sites[0].point)).toContainText(t('common:alertStatus.FalseAlarm'));
  });
});
