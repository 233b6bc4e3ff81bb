import { findPoint } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const day = 24 * 3_600_000;

test('a weather station shows its newest values, chosen elements and a wind rose', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id, path, pages } = await findPoint(api, 'QX-02');
  expect(pages[0]).toBe('weather-station-chart');
  const end = Date.now();
  const start = end - 7 * day;
  const rose = await api.post('/monitor/wind-rose', { measuringPointId: id, start, end });
  const total = rose.counts.flat().reduce((sum: number, one: number) => sum + one, rose.calm);
  expect(total).toBeGreaterThan(500);

  await signIn('admin', undefined, `${path}/weather-station-chart?range=${start}-${end}`);
  const cards = page.getByLabel(t('data-views:weather.newest'), { exact: true });
  await expect(cards.locator('dt')).toHaveCount(6); // five elements and their age
  const calm = ((rose.calm * 100) / total).toFixed(1);
  await expect(
    page.getByRole('img', { name: new RegExp(`wind rose, ${total} readings.*calm ${calm}%`) }),
  ).toBeVisible();
  await expectSound(page, look);

  await page.getByRole('button', { name: t('data-views:tool.table') }).click();
  await expect(page).toHaveURL(/table=1/);
  const row = page.getByRole('row').filter({ hasText: t('data-views:weather.calm') });
  await expect(row.getByRole('cell').last()).toHaveText(calm);

  await page.goto(`${path}/weather-station-chart?range=${start}-${end}&fields=airTemp.humidity`);
  await expect(page.getByRole('img', { name: /^QX-02/ }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: /wind rose/ })).toHaveCount(0);
});

test('a hydrostatic line is compared at times, against another vessel, and as a table', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id, path, pages } = await findPoint(api, 'JZ-05');
  expect(pages.slice(0, 2)).toEqual(['hsl-settlement', 'hsl-settlement-data']);
  const end = Date.now();
  const start = end - 10 * day;
  const line = await api.post('/monitor/level-line', { measuringPointId: id, start, end, pageSize: 1 });
  expect(line.vessels).toHaveLength(6);
  expect(line.skipped).toBeGreaterThan(0);
  const [last] = line.list;
  const shown = (value: number) => value.toFixed(2).replace('-', '−');

  await signIn('admin', undefined, `${path}/hsl-settlement?range=${start}-${end}`);
  const vessels = page.getByRole('table', { name: t('data-views:line.vessels') });
  const settlement = (name: string) => vessels.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(1);
  await expect(settlement('JZ-05')).toHaveText(shown(last.settlement[4]));
  await expect(vessels.getByRole('row').filter({ hasText: 'JZ-01' })).toContainText(t('data-views:line.reference'));
  await expect(page.getByText(t('data-views:line.skipped', { count: line.skipped, minutes: 5 }))).toBeVisible();
  const charts = page.getByRole('img', { name: /^Settlement (along|of)/ });
  await expect(charts).toHaveCount(2);
  await expectSound(page, look);

  await choose(page, t('data-views:line.referenceOf'), t('data-views:line.against', { name: 'JZ-02' }));
  await expect(page).toHaveURL(/end=\d+/);
  await expect(settlement('JZ-05')).toHaveText(shown(last.settlement[4] - last.settlement[1]));
  await page.getByRole('checkbox', { name: t('data-views:line.process') }).click();
  await expect(charts).toHaveCount(1);

  await page.goto(`${path}/hsl-settlement-data?range=${start}-${end}&fields=settlement.level`);
  const table = page.getByRole('table');
  const row = table
    .getByRole('row')
    .filter({ hasText: shown(last.level[4]) })
    .first();
  await expect(row).toBeVisible();
  await row
    .getByRole('button', { name: shown(last.level[4]) })
    .first()
    .click();
  await expect(page.getByText(t('explain:title'))).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('data-views:tool.export') }).click();
  await page.getByText(t('data-views:tool.csv')).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
});
