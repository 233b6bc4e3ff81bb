import type { Page } from '@playwright/test';
import type { Api } from './api';
import { brush } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const day = 24 * 3_600_000;

/** The address of the relations of a point of the demo, its id, and the time of its last reading. */
async function demoPoint(api: Api, name: string) {
  for (const { id: projectId } of (await api.get('/projects?pageSize=50')).list) {
    const { list } = await api.post('/monitor/overview', { projectId });
    const found = list.find((one: { name: string }) => one.name === name);
    if (found) {
      const id = found.measuringPointId;
      const { last } = await api.post('/monitor/extent', { measuringPointId: id });
      const of = `/projects/${projectId}/monitor-new/structures/${found.structureId}/mps/${id}`;
      return { id, last, path: `${of}/analysis/relations` };
    }
  }
  throw new Error(`the demo has no point ${name}`);
}

/** Numbers as pages show them. */
const shown = (value: number, decimals: number) => value.toFixed(decimals).replace('-', '−');

async function choose(page: Page, control: string, option: string) {
  await page.getByRole('combobox', { name: control, exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
}

test('readings are related to those of another point, at a given lag and at the best one', async ({
  page,
  signIn,
  api,
  watch,
  t,
  look,
}) => {
  const { id, last, path } = await demoPoint(api, 'HS-01');
  const station = await demoPoint(api, 'QX-01');
  const [start, end] = [last - 6 * day, last];
  const body = {
    ...{ measuringPointId: id, field: 'vwc', valueType: 'observed', start, end },
    other: { measuringPointId: station.id, field: 'airTemp', valueType: 'observed' },
  };
  await signIn();
  await page.goto(`${path}?range=${start}-${end}`);
  const facts = page.locator('dl').last();

  // A point is proposed, whose readings may not vary; another one is chosen.
  watch.expectFailure(/422/);
  await page.getByTitle(t('analysis:relations.other'), { exact: true }).click();
  await choose(page, t('analysis:relations.point'), 'QX-01');
  await expect(page).toHaveURL(new RegExp(`other=${station.id}\\.`));
  await choose(page, t('analysis:relations.field'), 'Air temperature °C');
  await page.keyboard.press('Escape');
  const plain = await api.post('/monitor/relation', body);
  await expect(facts).toContainText(plain.r2.toFixed(3));
  await expect(facts).toContainText(`${plain.pairs}, ${plain.unpaired} unpaired, ${plain.dropped} dropped`);
  await expectSound(page, look);

  const lag = page.getByRole('spinbutton', { name: t('analysis:relations.lag') });
  await lag.fill('5');
  await lag.press('Enter');
  await expect(page).toHaveURL(/lag=5/);
  const later = await api.post('/monitor/relation', { ...body, lag: 5 });
  expect(later.r2.toFixed(3)).not.toBe(plain.r2.toFixed(3));
  await expect(facts).toContainText(later.r2.toFixed(3));

  await choose(page, t('analysis:relations.tolerance'), '1 min');
  const near = await api.post('/monitor/relation', { ...body, lag: 5, tolerance: 60_000 });
  await expect(facts).toContainText(`${near.pairs}, ${near.unpaired} unpaired`);
  await choose(page, t('analysis:relations.tolerance'), t('analysis:relations.interval'));

  await choose(page, t('analysis:relations.search'), 'Search ±24 h');
  await expect(page).toHaveURL(/within=24/);
  const found = await api.post('/monitor/relation', { ...body, search: 24 });
  const best = found.search.lags.find((one: { lag: number }) => one.lag === found.lag);
  await expect(facts).toContainText(shown(best.r, 3));
  await expect(facts).toContainText(`±${found.search.limit.toFixed(3)}`);
  await expectSound(page, look);

  // The table has the pairs, the newest first.
  await page.getByRole('button', { name: t('data-views:tool.table') }).click();
  const row = page.locator('figure').first().locator('.ant-table-row').first();
  await expect(row).toContainText(shown(found.rows.at(-1).value, found.decimals));
});

test('two points are subtracted, and divided by their distance', async ({ page, signIn, api, t, look }) => {
  const { id, last, path } = await demoPoint(api, 'JZ-02');
  const base = await demoPoint(api, 'JZ-03');
  const [start, end] = [last - 5 * day, last];
  await signIn();
  await page.goto(`${path}?range=${start}-${end}&relate=difference&other=${base.id}.settlement`);
  const facts = page.locator('dl').last();
  const body = {
    ...{ measuringPointId: id, field: 'settlement', valueType: 'accumulated', start, end },
    other: { measuringPointId: base.id, field: 'settlement', valueType: 'accumulated' },
  };
  const apart = await api.post('/monitor/difference', body);
  await expect(facts).toContainText(`${apart.pairs}, ${apart.unpaired} unpaired`);
  await expect(facts).toContainText(shown(apart.last.difference, apart.decimals));
  await expect(facts).not.toContainText('‰');

  const distance = page.getByRole('spinbutton', { name: t('analysis:relations.distance') });
  await distance.fill('18.2');
  await distance.press('Enter');
  await expect(page).toHaveURL(/distance=18.2/);
  const tilted = await api.post('/monitor/difference', { ...body, distance: 18.2 });
  expect(tilted.last.distortion).toBeCloseTo(tilted.last.difference / 18.2, 9);
  await expect(facts).toContainText('‰');
  await expect(facts).toContainText(shown(tilted.last.distortion, apart.decimals + 2));
  await expectSound(page, look);

  // What has no changes cannot be subtracted from them: the page says so.
  await page.goto(`${path}?range=${start}-${end}&relate=difference&other=${base.id}.temp`);
  await expect(page.getByText(t('analysis:relations.none'))).toBeVisible();
});

test('a crack that opens faster has a tangent angle once uniform creep is chosen', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id, last, path } = await demoPoint(api, 'HY-01');
  const [start, end] = [last - 20 * day, last];
  const body = { measuringPointId: id, field: 'width', valueType: 'accumulated', start, end };
  await signIn();
  await page.goto(`${path}?range=${start}-${end}&relate=movement`);
  const facts = page.locator('dl').last();
  const usual = await api.post('/monitor/movement', { ...body, window: 24 });
  await expect(facts).toContainText(shown(usual.last.rate, usual.decimals + 1));
  await choose(page, t('analysis:relations.over'), '3 days');
  await expect(page).toHaveURL(/over=72/);
  const wide = await api.post('/monitor/movement', { ...body, window: 72 });
  expect(wide.last.rate).toBeLessThan(usual.last.rate);
  await expect(facts).toContainText(shown(wide.last.rate, wide.decimals + 1));

  // Without uniform creep there is no angle, and the page says what to do.
  await page.getByText(t('analysis:relations.angle'), { exact: true }).first().click();
  await expect(page.getByText(t('analysis:relations.needsCreep'))).toBeVisible();
  await brush(page, 0.15, 0.4);
  await expect(page).toHaveURL(/creep=\d+-\d+/);
  const [, creepFrom, creepTo] = /creep=(\d+)-(\d+)/.exec(page.url()) ?? [];
  const crept = await api.post('/monitor/movement', {
    ...{ ...body, window: 72, creepFrom: Number(creepFrom), creepTo: Number(creepTo) },
  });
  expect(crept.creep.determined).toBe(true);
  expect(crept.last.angle).toBeGreaterThan(45);
  await expect(facts).toContainText(`${crept.last.angle.toFixed(1)}°`);
  await expect(facts).toContainText(String(crept.creep.readings));
  await expectSound(page, look);

  // What is computed is from what was known at the chosen time.
  const known = Date.now();
  const asked = page.waitForRequest((one) => one.url().endsWith('/monitor/movement') && one.method() === 'POST');
  await page.goto(`${path}?range=${start}-${end}&relate=movement&over=72&known=${known}`);
  expect((await asked).postDataJSON().knownAt).toBe(known);
  const before = await api.post('/monitor/movement', { ...body, window: 72, knownAt: known });
  await expect(facts).toContainText(`${before.readings}, ${before.dropped} dropped`);

  // The file has the intervals of every row.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('data-views:tool.export') }).click();
  await page.getByRole('menuitem', { name: t('data-views:tool.csv') }).click();
  expect((await saved).suggestedFilename()).toMatch(/HY-01 .*\.csv/);
});
