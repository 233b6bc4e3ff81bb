import { readFile } from 'node:fs/promises';
import { findPoint } from './api';
import { choose, wallClock } from './controls';
import { expect, expectSound, test } from './fixtures';
import { numbersOf } from './workbook';

test.use({ look: { language: 'zh', theme: 'default' } });

test('an array in space is turned, exaggerated and saved, and its nodes are those of the server', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id: measuringPointId, path } = await findPoint(api, 'CX-01');
  await signIn('admin', undefined, `${path}/adm-3d`);
  const [latest] = (await api.post('/monitor/latest', { measuringPointIds: [measuringPointId] })).list;
  const reading = await api.post('/monitor/pagination', {
    ...{ measuringPointId, fields: ['e'], valueTypes: ['accumulated'] },
    ...{ start: latest.time, end: latest.time, page: 1, pageSize: 1 },
  });
  const [top = 0, second = 0]: number[] = reading.list[0].values;
  const row = page
    .getByRole('table', { name: /合位移/ })
    .getByRole('row')
    .nth(1);
  await expect(row.getByRole('cell').nth(3)).toHaveText(top.toFixed(2));
  await expectSound(page, look);

  // The largest displacement is a quarter of the length of 14 m.
  const auto = Math.round(14 / 4 / (top / 1000));
  await expect(page.getByText(t('data-views:space.auto', { scale: auto }), { exact: true })).toBeVisible();
  await row.click();
  await expect(page.getByRole('status').filter({ hasText: t('data-views:column.res') })).toContainText(top.toFixed(2));

  await choose(page, t('data-views:accumulation.mode'), t('data-views:accumulation.segment'));
  await expect(row.getByRole('cell').nth(3)).toHaveText((top - second).toFixed(2));
  await choose(page, t('data-views:space.scale'), '×200');
  await expect(page.locator('#main').getByTitle('×200')).toBeVisible();
  await choose(page, t('data-views:space.view'), t('data-views:space.a'));
  await expect(page.getByRole('button', { name: t('data-views:space.reset') })).toBeEnabled();
  const scene = page.getByRole('img', { name: t('data-views:space.help') });
  await scene.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/view=186_0_100_0_0/);
  await page.reload();
  await expect(row.getByRole('cell').nth(3)).toHaveText((top - second).toFixed(2));
  await expect(page.locator('#main').getByTitle('×200')).toBeVisible();
  await expect(page.getByText(t('data-views:space.free'), { exact: true })).toBeVisible();
  for (const [key, ending] of [
    ['png', /\.png$/],
    ['svg', /\.svg$/],
  ] as const) {
    await page.getByRole('button', { name: t('data-views:tool.export') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: t(`data-views:tool.${key}`) }).click();
    expect((await saved).suggestedFilename()).toMatch(ending);
  }
  await page.getByRole('button', { name: t('data-views:space.reset') }).click();
  await expect(page).not.toHaveURL(/view=/);
});

test('what a string computes itself is compared with the platform, over time and over depth', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id: measuringPointId, path } = await findPoint(api, 'CX-05');
  await signIn('admin', undefined, `${path}/sdmpro-chart?nodes=2`);
  const [latest] = (await api.post('/monitor/latest', { measuringPointIds: [measuringPointId] })).list;
  const at = async (time: number, fields: string[], valueType: string) => {
    const body = { measuringPointId, fields, nodes: [2], valueTypes: [valueType], page: 1, pageSize: 1 };
    const { list } = await api.post('/monitor/pagination', { ...body, start: time, end: time });
    return list[0].values[0] as number;
  };
  const [change, position, own] = [
    await at(latest.time, ['x'], 'accumulated'),
    await at(latest.time, ['x'], 'observed'),
    await at(latest.time, ['dx'], 'raw'),
  ];
  const text = (value: number, sign = '') => (value < 0 ? '\u2212' : sign) + Math.abs(value).toFixed(2);
  const row = page
    .getByRole('table', { name: t('data-views:results.table') })
    .getByRole('row')
    .nth(3);
  const cell = (i: number) => row.getByRole('cell').nth(i);
  await expect(cell(0)).toHaveText('2.00');
  await expect(cell(1)).toHaveText(text(own - position + change));
  await expect(cell(2)).toHaveText(text(change));
  await expect(cell(3)).toHaveText(text(own - position, '+'));
  await expectSound(page, look);

  // Relative to an earlier reading each starts from its own value.
  const { times } = await api.post('/monitor/time-list', {
    ...{ measuringPointId, start: latest.time - 9 * 86_400_000, end: latest.time },
  });
  const base = times[0] as number;
  await page.goto(`${path}/sdmpro-chart?nodes=2&base=${base}`);
  await expect(cell(1)).toHaveText(text(own - (await at(base, ['dx'], 'raw'))));
  await expect(cell(2)).toHaveText(text(change - (await at(base, ['x'], 'accumulated'))));
  await page.getByRole('button', { name: t('data-views:tool.table') }).click();
  await expect(page).toHaveURL(/table=1/);
  await expect(
    page.getByRole('columnheader', { name: new RegExp(t('data-views:results.device')) }).first(),
  ).toBeVisible();

  // Another string computes nothing itself.
  const other = await findPoint(api, 'CX-01');
  await page.goto(`${other.path}/sdmpro-chart`);
  await expect(page.getByText(t('data-views:results.alone'))).toBeVisible();
});

test('a manual run is compared with the array in the same hole', async ({ page, signIn, api, t, look }) => {
  const [array, hole] = [await findPoint(api, 'CX-08A'), await findPoint(api, 'CX-08')];
  await signIn('admin', undefined, `${array.path}/adm-artificial-compare`);
  const end = Date.now();
  const compare = (more: object) =>
    api.post('/monitor/artificial-compare', {
      ...{ measuringPointId: array.id, manualId: hole.id, start: end - 180 * 86_400_000, end },
      ...more,
    });
  const last = await compare({});
  const text = (value: number, sign = '') =>
    (Number(value.toFixed(2)) < 0 ? '\u2212' : sign) + Math.abs(value).toFixed(2);
  const row = page
    .getByRole('table', { name: t('data-views:manualCompare.table') })
    .getByRole('row')
    .nth(10);
  const expectPair = async ({ pairs }: { pairs: { depth: number; manual: number; difference: number }[] }) => {
    const pair = pairs[9];
    if (!pair) throw new Error('the array has too few nodes');
    await expect(row.getByRole('cell').nth(0)).toHaveText(pair.depth.toFixed(2));
    await expect(row.getByRole('cell').nth(1)).toHaveText(text(pair.manual));
    await expect(row.getByRole('cell').nth(3)).toHaveText(text(pair.difference, '+'));
  };
  await expectPair(last);
  expect(last.increments).toBe(false);
  await expect(
    page.getByText(`${t('data-views:manualCompare.rms')} ${last.statistics.rms.toFixed(2)} mm`),
  ).toBeVisible();
  await expectSound(page, look);

  // Its report has the same numbers.
  const saved = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('button', { name: t('data-views:manualCompare.report'), exact: true }).click();
  const lines = numbersOf(await readFile(await (await saved).path()), 3);
  expect(lines).toHaveLength(last.pairs.length);
  const rounded = (value: number) => Number(value.toFixed(2));
  const { depth, manual, automatic, difference } = last.pairs[9];
  expect(lines[9]).toEqual([depth, rounded(manual), rounded(automatic), rounded(difference)]);

  // Another run, shifted to the same toe, in the other direction.
  const [run] = last.runs.slice(-3) as number[];
  if (run === undefined) throw new Error('the casing has too few surveys');
  const label = t('data-views:manualCompare.run');
  await choose(page, label, wallClock(run).slice(0, 16));
  await expectPair(await compare({ run }));
  await page.getByRole('checkbox', { name: t('data-views:manualCompare.toe') }).click();
  await expectPair(await compare({ run, sameToe: true }));
  await choose(page, t('data-views:profile.direction'), /^Y/);
  await expectPair(await compare({ run, sameToe: true, field: 'y' }));
  await page.reload();
  await expectPair(await compare({ run, sameToe: true, field: 'y' }));

  // A string elsewhere was not there at an earlier run.
  const other = await findPoint(api, 'CX-01');
  await page.goto(`${other.path}/adm-artificial-compare?points=${hole.id}`);
  await expect(page.getByText(t('data-views:manualCompare.noZero'))).toBeVisible();
});
