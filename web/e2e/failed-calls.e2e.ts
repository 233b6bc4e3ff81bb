import { publish } from './device';
import { expect, test } from './fixtures';
import { makeSite } from './site';

test.use({ look: { language: 'zh-TW', theme: 'default' } });

test('a failed call affects only its panel, not the tree or the header of the data views', async ({
  page,
  signIn,
  baseURL,
  watch,
  t,
}) => {
  watch.expectFailure(/500/);
  const site = await makeSite(baseURL ?? '', process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
  await expect(() => publish(site.device, { angleX: 0.5, angleY: 0 })).toPass({ timeout: 10_000 });
  const fail = { status: 500, contentType: 'application/json', body: '{"code":1,"message":"provoked"}' };
  const down = new Set(['query', 'overview', 'pagination']);
  await page.route(/\/api\/monitor\/(query|overview|pagination)/, (route) =>
    [...down].some((name) => route.request().url().includes(name)) ? route.fulfill(fail) : route.continue(),
  );
  await signIn();
  const path = `/projects/${site.projectId}/monitor-new/structures/${site.structureId}/mps/${site.pointId}`;

  // Without the newest values the tree still leads to every point.
  await page.goto(path);
  const point = page.getByRole('treeitem', { name: new RegExp(site.point) });
  const retry = page.getByRole('main').getByRole('button', { name: t('common:action.retry') });
  await expect(point).toBeVisible();
  await expect(page.getByRole('heading', { name: new RegExp(site.point) })).toBeVisible();
  await expect(retry.first()).toBeVisible();

  // With them only the chart's own call fails, in the chart's panel.
  down.delete('overview');
  await retry.first().click();
  const views = page.getByRole('navigation', { name: t('data-views:header.views') });
  await expect(views).toBeVisible();
  await expect(page.getByText(t('data-views:failed'))).toBeVisible();
  await expect(point).toBeVisible();

  // Retrying shows it.
  down.clear();
  await retry.first().click();
  await expect(page.locator('figure canvas').first()).toBeVisible();
  await expect(retry).toHaveCount(0);
});
