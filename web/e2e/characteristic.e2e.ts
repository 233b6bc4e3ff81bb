import { readFile } from 'node:fs/promises';
import type { Api } from './api';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'default' } });

/** Points of the demo by name, and the address of the first. */
async function demoPoints(api: Api, ...names: string[]) {
  for (const { id: projectId } of (await api.get('/projects?pageSize=50')).list) {
    const { list } = await api.post('/monitor/overview', { projectId });
    const found = names.map((name) => list.find((one: { name: string }) => one.name === name));
    if (found.every(Boolean)) {
      const [{ structureId, measuringPointId }] = found;
      return {
        ids: found.map((one) => one.measuringPointId),
        path: `/projects/${projectId}/monitor-new/structures/${structureId}/mps/${measuringPointId}`,
      };
    }
  }
  throw new Error(`no project of the demo has ${names}`);
}

const day = 24 * 3_600_000;

test('the characteristic values of a point are those of the call, in a range and since the initial value', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { ids, path } = await demoPoints(api, 'HY-01');
  const { last } = await api.post('/monitor/extent', { measuringPointId: ids[0] });
  const [start, end] = [last - 10 * day, last];
  const asked = { measuringPointIds: ids };
  await signIn();
  await page.goto(`${path}/analysis/predict?range=${start}-${end}`);
  await page.getByRole('link', { name: t('analysis:method.characteristic') }).click();
  const table = page.getByRole('table').last();
  const [inRange] = (await api.post('/characteristic/cal-mp', { ...asked, start, end })).list;
  const width = inRange.columns.find((one: { column: { field: string } }) => one.column.field === 'width');
  const row = table.getByRole('row', { name: /Crack width/ });
  const { decimals } = width.column;
  for (const value of [width.max.value, width.min.value, width.mean, width.range, width.last.value]) {
    await expect(row).toContainText(value.toFixed(decimals));
  }
  await expect(row).toContainText(width.deviation.toFixed(decimals + 1));
  const facts = page.locator('dl').last();
  await expect(facts).toContainText(inRange.readings.toLocaleString('en'));
  await expectSound(page, look);

  // Since the initial value, changes, and the address keeps both.
  await page.getByText(t('characteristic:of.initial'), { exact: true }).click();
  await page.getByTitle(t('common:valueType.accumulated'), { exact: true }).click();
  await expect(page).toHaveURL(/type=accumulated/);
  await expect(page).toHaveURL(/mode=initial/);
  const [whole] = (await api.post('/characteristic/cal-mp-from-init', { ...asked, valueType: 'accumulated' })).list;
  const changed = whole.columns.find((one: { column: { field: string } }) => one.column.field === 'width');
  await expect(row).toContainText(Math.abs(changed.max.value).toFixed(decimals));
  await expect(facts).toContainText(whole.readings.toLocaleString('en'));

  // The file has a row for each row of the table, with times.
  await page.getByRole('button', { name: t('data-views:tool.export') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: t('data-views:tool.csv') }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + whole.allNodes.length + whole.columns.length);
  expect(lines.some((line) => line.includes(changed.max.value.toFixed(decimals)))).toBe(true);
});

test('nodes of an array are listed below all of them, and points that measure the same are compared', async ({
  page,
  signIn,
  api,
  t,
}) => {
  const { ids, path } = await demoPoints(api, 'CX-01', 'CX-02');
  await signIn();
  await page.goto(`${path}/analysis/characteristic?fields=x`);
  const table = page.getByRole('table').last();
  await expect(table).toContainText(t('characteristic:allNodes'));
  await page.getByRole('combobox', { name: t('characteristic:addPoints') }).click();
  await page.keyboard.type('CX-02');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`points=${ids[1]}`));
  await page.keyboard.press('Escape');
  await expect(table).toContainText('CX-02');
});
