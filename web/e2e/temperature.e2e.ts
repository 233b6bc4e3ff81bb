import { findPoint } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const hour = 3_600_000;
const day = 24 * hour;
const shown = (value: number | null, decimals: number) =>
  value === null ? '#N/A' : value.toFixed(decimals).replace('-', '−');
const signed = (value: number | null, decimals: number) =>
  value === null ? '#N/A' : `${value > 0 ? '+' : ''}${shown(value, decimals)}`;

test('temperatures of a string stand in a table, as profiles and as curves', async ({ page, signIn, api, t, look }) => {
  const { id, path, pages } = await findPoint(api, 'CW-01');
  expect(pages[0]).toBe('dt-data');
  const asked = { measuringPointId: id, fields: ['temp'], start: Date.now() - 25 * day, end: Date.now() };
  const all = await api.post('/monitor/pagination', { ...asked, page: 1, pageSize: 1, order: 'asc' });
  const [first] = all.list;
  // The power-on value of nodes 2 and 6 is no temperature.
  expect(first.values.map((value: number | null) => value === null)).toEqual([
    false,
    true,
    false,
    false,
    false,
    true,
    false,
  ]);
  const start = first.time;
  const end = start + 3 * day;
  const { list } = await api.post('/monitor/pagination', { ...asked, start, end, page: 1, pageSize: 20 });
  const [newest] = list;
  const temp = (no: number) => newest.values[no - 1] as number;

  await signIn('admin', undefined, `${path}/dt-data?range=${start}-${end}`);
  const table = page.getByRole('table').last();
  const row = table
    .getByRole('row')
    .filter({ hasText: shown(temp(4), 1) })
    .first();
  await expect(row).toContainText(shown(temp(1), 1));
  await expect(row).toContainText(shown(temp(4) - temp(1), 1));
  await expectSound(page, look);
  await choose(page, t('data-views:temperature.core'), '2.05 m');
  await expect(page).toHaveURL(/dir=5/);
  await expect(row).toContainText(shown(temp(5) - temp(1), 1));

  await page.goto(`${path}/dt-data?range=${start}-${start + hour}`);
  await table.getByRole('button', { name: '#N/A' }).first().click();
  await expect(page.getByText(t('explain:reason.poweredOn')).first()).toBeVisible();

  await page.goto(`${path}/dt-data?range=${start}-${end}&mode=profile`);
  const nodes = page.getByRole('table', { name: /of each node/ });
  await expect(nodes.getByRole('row').filter({ hasText: '1.55' })).toContainText(shown(temp(4), 1));
  await expect(page.getByRole('img', { name: /^CW-01 .* over depth/ })).toBeVisible();
  await expectSound(page, look);

  await page.getByRole('radiogroup').getByText(t('data-views:temperature.lines'), { exact: true }).click();
  await expect(page).toHaveURL(/mode=lines/);
  await expect(page.getByRole('img', { name: /^CW-01/ }).first()).toBeVisible();
});

test('a report of a hydrostatic line has the differential settlement of the API', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { path } = await findPoint(api, 'JZ-05');
  const ids: number[] = [];
  for (let no = 1; no <= 6; no++) ids.push((await findPoint(api, `JZ-0${no}`)).id);
  const [newest] = (await api.post('/monitor/latest', { measuringPointIds: [ids[4]] })).list;
  const asked = { measuringPointIds: ids, time: newest.time - day, fields: ['settlement'], differential: true };
  const { rows } = await api.post('/monitor/report-preview', asked);
  expect(rows[4].chainage - rows[3].chainage).toBe(5);
  expect(rows[4].differential).toBeCloseTo((rows[4].accumulated - rows[3].accumulated) / 5, 6);

  await signIn('admin', undefined, `${path}/hsl-settlement-report?at=${asked.time}`);
  const line = page.getByRole('table').last().getByRole('row').filter({ hasText: 'JZ-05' }).first();
  await expect(line).toContainText(signed(rows[4].accumulated, 2));
  await expect(line).toContainText(signed(rows[4].differential, 3));
  await expectSound(page, look);
  await choose(page, t('data-views:report.points'), 'JZ-05');
  await expect(page).toHaveURL(/points=/);
  await expect(page.getByRole('table').last().getByText('JZ-04')).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('data-views:tool.export') }).click();
  await page.getByRole('menuitem', { name: t('data-views:tool.xlsx') }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
});
