import type { Api } from './api';
import { brush } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

/** The address of a point of the demo, and its id. */
async function demoPoint(api: Api, name: string) {
  for (const { id: projectId } of (await api.get('/projects?pageSize=50')).list) {
    const { list } = await api.post('/monitor/overview', { projectId });
    const found = list.find((one: { name: string }) => one.name === name);
    if (found) {
      const id = found.measuringPointId;
      return { id, path: `/projects/${projectId}/monitor-new/structures/${found.structureId}/mps/${id}` };
    }
  }
  throw new Error(`the demo has no point ${name}`);
}

/** A time of the demo's zone as lists show it. */
const clock = (t: number) => new Date(t + 8 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ');

test('a crack that opens faster is extrapolated, and its failure estimated', async ({ page, signIn, api, t, look }) => {
  const { id, path } = await demoPoint(api, 'HY-01');
  const { last } = await api.post('/monitor/extent', { measuringPointId: id });
  const [start, end] = [last - 30 * 24 * 3_600_000, last];
  const body = { measuringPointId: id, field: 'width', start, end };
  const range = `range=${start}-${end}`;
  await signIn();

  // One click from the process chart, with its range.
  await page.goto(`${path}/hda-chart?${range}`);
  await page.getByRole('link', { name: t('data-views:header.analysis') }).click();
  await expect(page).toHaveURL(new RegExp(`/analysis/predict\\?${range}`));
  const facts = page.locator('dl').last();
  const line = await api.post('/monitor/predict', { ...body, curve: 'linear' });
  await expect(facts).toContainText(line.r2.toFixed(3));
  await page.getByText(t('analysis:curve.logTime'), { exact: true }).click();
  const slow = await api.post('/monitor/predict', { ...body, curve: 'logTime' });
  await expect(facts).toContainText(slow.r2.toFixed(3));
  await expectSound(page, look);

  // Dragging on the chart chooses the fitted part, and the address keeps it.
  await brush(page, 0.6, 0.7);
  await expect(page).toHaveURL(/fit=\d+-\d+/);
  await expect(facts).toContainText(t('analysis:fact.later'));

  await page.getByRole('link', { name: t('analysis:method.failure') }).click();
  await expect(page).toHaveURL(new RegExp(`/analysis/failure\\?${range}&fit=`));
  await page.goto(`${path}/analysis/failure?${range}&fit=7d`);
  const { failure } = await api.post('/monitor/predict', {
    ...{ ...body, curve: 'inverseVelocity', fitFrom: end - 7 * 24 * 3_600_000 },
  });
  expect(failure.accelerates).toBe(true);
  const figures = page.getByLabel(t('analysis:failure.figures'));
  await expect(figures).toContainText(clock(failure.time));
  const history = page.getByRole('table', { name: t('analysis:failure.history') }).last();
  await expect(history).toContainText(clock(failure.history[3].time));
  await expect(page.getByText(t('analysis:failure.unproven'), { exact: true })).toBeVisible();
  await expectSound(page, look);

  // Too few readings: no estimate, and what to do.
  await page.goto(`${path}/analysis/failure?${range}&fit=${end - 3_600_000 * 8}-${end}`);
  await expect(page.getByText(t('analysis:failure.none'))).toBeVisible();
  await page.getByRole('button', { name: t('analysis:fit.useAll') }).click();
  await expect(figures).toContainText('R²');

  // And back, with the same range.
  await page.getByRole('link', { name: 'Time series' }).click();
  await expect(page).toHaveURL(new RegExp(`/hda-chart\\?${range}`));
});

test('readings are smoothed, and outliers flagged as suspect', async ({ page, signIn, api, t, look }) => {
  const { id, path } = await demoPoint(api, 'HY-01');
  const { last } = await api.post('/monitor/extent', { measuringPointId: id });
  const [start, end] = [last - 5 * 24 * 3_600_000, last];
  const body = { measuringPointId: id, field: 'width', start, end };
  await signIn();
  await page.goto(`${path}/analysis/deal?range=${start}-${end}`);
  const facts = page.locator('dl').last();
  const median = await api.post('/monitor/deal', { ...body, method: 'median' });
  await expect(facts).toContainText(`${median.readings}, 0 dropped`);
  await expectSound(page, look);

  // A low limit finds outliers even among good readings.
  await page.goto(`${path}/analysis/deal?range=${start}-${end}&way=hampel&size=3&deviations=2`);
  const found = await api.post('/monitor/deal', { ...body, method: 'hampel', window: 3, deviations: 2 });
  await expect(facts).toContainText(String(found.outliers.length));
  await page.getByRole('button', { name: t('analysis:deal.suspects') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t('analysis:deal.effect'));
  await dialog.getByRole('textbox').fill('Blasting nearby');
  await dialog.getByRole('button', { name: t('analysis:deal.suspects') }).click();
  await expect(dialog).toBeHidden();
  await expect(facts).toContainText(`, ${found.outliers.length} dropped`);
});

test('readings are explained by temperature and rain, and what is left is shown', async ({
  page,
  signIn,
  api,
  watch,
  t,
  look,
}) => {
  const { id, path } = await demoPoint(api, 'HS-01');
  const [station, gauge] = [await demoPoint(api, 'QX-01'), await demoPoint(api, 'YL-01')];
  const { last } = await api.post('/monitor/extent', { measuringPointId: id });
  const day = 24 * 3_600_000;
  const [start, end] = [last - 6 * day, last];
  const fit = { fitFrom: start, fitTo: last - 2 * day };
  const body = { measuringPointId: id, field: 'vwc', valueType: 'observed', start, end, ...fit, time: true };
  const temperature = { measuringPointId: station.id, field: 'airTemp' };
  const rain = { measuringPointId: gauge.id, field: 'rain', days: [1, 3] };
  const address = `${path}/analysis/environment?range=${start}-${end}&fit=${fit.fitFrom}-${fit.fitTo}&held=0`;
  await signIn();
  await page.goto(`${address}&level=none`);
  const facts = page.locator('dl').last();
  const both = await api.post('/monitor/residual', { ...body, temperature, rain });
  await expect(facts).toContainText(both.r2.toFixed(3));
  await expect(facts).toContainText(`${both.later.inside} of ${both.later.readings} in the band`);
  const table = page.getByRole('table', { name: t('analysis:environment.coefficients') }).last();
  await expect(table).toContainText(/rain of 3 days/);
  await expectSound(page, look);

  // Without rain: another model, which the address keeps.
  await page.getByRole('button', { name: '3 causes' }).click();
  await page.getByRole('combobox', { name: t('analysis:environment.rain') }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(t('analysis:environment.none'), { exact: true }).click();
  await expect(page).toHaveURL(/rain=none/);
  const dry = await api.post('/monitor/residual', { ...body, temperature });
  await expect(facts).toContainText(dry.r2.toFixed(3));
  await expect(table).not.toContainText(/rain of/);

  // Sums over 30 days need a gauge that has measured so long.
  watch.expectFailure(/422/);
  await page.goto(`${address}&level=none&days=30`);
  await expect(page.getByText(t('analysis:environment.tooFew'))).toBeVisible();
});
