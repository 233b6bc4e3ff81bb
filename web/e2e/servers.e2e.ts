import { expect, expectSound, inLooks, test } from './fixtures';
import { visited } from './look';

const password = process.env.OPERATOR_PASSWORD;

inLooks(visited, (look) => {
  test('the page of servers is accessible and fully translated', async ({ page, signIn, t }) => {
    await signIn('operator', password, '/console/servers');
    await expect(page.getByText(t('servers:state.online'), { exact: true })).toBeVisible();
    await expectSound(page, look);
  });
});

test.describe('in English, light', () => {
  test.use({ look: { language: 'en', theme: 'white' } });

  test('an operator sees the only server of an embedded installation, refreshed and without a drain', async ({
    page,
    signIn,
    t,
  }) => {
    await signIn('operator', password, '/console/corporations');
    await page.getByRole('link', { name: t('shell:menu.servers') }).click();
    const table = page.getByRole('region', { name: t('servers:title') });
    await expect(table.getByText(t('servers:state.online'), { exact: true })).toBeVisible();
    await expect(page.getByText(t('servers:embedded'))).toBeVisible();
    await expect(page.getByText(t('servers:promise.embedded'))).toBeVisible();
    await expect(page.getByRole('button', { name: /Drain/ })).toHaveCount(0);
    // The demo's devices are connected, and the report is a new one every two seconds.
    const first = await page.waitForResponse('**/api/system/servers');
    const next = await page.waitForResponse('**/api/system/servers');
    const [before, after] = [await first.json(), await next.json()];
    expect(after.now).toBeGreaterThan(before.now);
    expect(after.servers[0].report.connections).toBeGreaterThan(0);
    expect(after.durability.machines).toBe(1);
  });

  test('a failed load says so and is repeated', async ({ page, signIn, t, watch }) => {
    watch.expectFailure(/500/);
    await signIn('operator', password, '/console/corporations');
    await page.route('**/api/system/servers', (route) =>
      route.fulfill({ status: 500, json: { error: 'broken', code: 1 } }),
    );
    await page.getByRole('link', { name: t('shell:menu.servers') }).click();
    await expect(page.getByText(t('servers:failed'))).toBeVisible();
    await page.unroute('**/api/system/servers');
    await expect(page.getByText(t('servers:state.online'), { exact: true })).toBeVisible();
  });

  test('people of a corporation have no access', async ({ page, signIn, t }) => {
    await signIn('admin', undefined, '/console/servers');
    await expect(page.getByText(t('common:state.noPermission'))).toBeVisible();
  });
});
