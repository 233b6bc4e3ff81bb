import { findPoint } from './api';
import { choose, setTime } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

interface Node {
  no: number;
  sent: number[];
  x: number;
  y: number;
  dx: number;
}

interface Survey {
  nodes: Node[];
}

const day = 86_400_000;
const number = (value: number, decimals: number) => value.toFixed(decimals).replace('-', '−');
const signed = (value: number, decimals: number) => (value > 0 ? '+' : '') + number(value, decimals);

test('surveys of a casing are drawn, compared, corrected and removed', async ({ page, signIn, api, t, look }) => {
  const { id, path, pages } = await findPoint(api, 'CX-08');
  expect(pages.slice(0, 4)).toEqual(['rdm-change-chart', 'rdm-pipe-chart', 'rdm-prop-chart', 'rdm-data']);
  const asked = { measuringPointId: id, start: Date.now() - 150 * day, end: Date.now() };
  const { list } = await api.post('/monitor/rdm', asked);
  expect(list.map((one: { count: number }) => one.count)).toEqual([40, 40, 40, 40, 40, 38, 40, 40, 40]);
  const [, , , , doubtful, short, single, before, last] = list;
  const at = (survey: Survey, no: number) => survey.nodes.find((one) => one.no === no) as Node;
  const dx = (survey: Survey, no: number) => at(survey, no).dx;

  // Change: the node table is that of the newest survey, against the one before.
  await signIn('admin', undefined, `${path}/rdm-change-chart?range=1y`);
  const nodes = page.getByRole('table', { name: /of each node/ });
  const deep = nodes.getByRole('row').filter({ hasText: /^\s*9\.5/ });
  await expect(deep).toContainText(number(dx(last, 19), 2));
  await expect(deep).toContainText(signed(dx(last, 19) - dx(before, 19), 2));
  await expectSound(page, look);
  await page.getByRole('radiogroup').getByText(t('common:valueType.change'), { exact: true }).click();
  await expect(page).toHaveURL(/type=change/);
  await expect(deep).toContainText(number(dx(last, 19) - dx(before, 19), 2));

  // Relative to the survey that stops at 19 m, both are aligned there.
  await page.goto(`${path}/rdm-change-chart?range=1y&base=${short.time}`);
  const rebased = await api.post('/monitor/rdm', { ...asked, base: short.time, times: [last.time] });
  await expect(deep).toContainText(number(dx(rebased.list.at(-1), 19), 2));
  await expect(page.getByText(t('data-views:base.reset'))).toBeVisible();
  await page.goto(`${path}/rdm-change-chart?range=1y&at=${doubtful.time}`);
  await expect(page.getByText(t('data-views:survey.doubtful'))).toBeVisible();

  // Shape: the short survey begins where the others are at 19 m.
  await page.goto(`${path}/rdm-pipe-chart?range=1y&at=${short.time}`);
  const toe = nodes.getByRole('row').filter({ hasText: /^\s*19\.0/ });
  await expect(toe).toContainText(number(at(list[0], 38).x, 2));
  await page.getByRole('radiogroup').getByText('B', { exact: true }).click();
  await expect(toe).toContainText(number(at(list[0], 38).y, 2));
  await expect(page).toHaveURL(/dir=y/);

  await page.goto(`${path}/rdm-prop-chart?range=1y&nodes=19`);
  await expect(page.getByRole('img', { name: /^CX-08/ }).first()).toHaveAccessibleName(
    new RegExp(number(dx(last, 19), 2)),
  );
  await choose(page, t('data-views:profile.direction'), /Y/);
  await expect(page).toHaveURL(/fields=y/);

  // Readings: a survey in one direction says so; a reading is corrected and restored.
  await page.goto(`${path}/rdm-data?range=1y&at=${single.time}`);
  await expect(page.getByText(/80 readings in one direction/)).toBeVisible();
  await page.goto(`${path}/rdm-data?range=1y&at=${last.time}`);
  const readings = page.getByRole('table', { name: t('data-views:survey.readings') });
  const station = readings.getByRole('row').filter({ hasText: /^\s*9\.5/ });
  const sent = at(last, 19).sent[0] as number;
  await expectSound(page, look);
  await station.getByTitle(/A0/).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton', { name: 'A0', exact: true }).fill(String(sent + 10));
  await dialog.getByRole('textbox', { name: t('data-views:withdraw.note') }).fill('misread');
  await dialog.getByRole('button', { name: t('data-views:survey.amend') }).click();
  await dialog.getByRole('button', { name: t('data-views:survey.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(station).toContainText(number(sent + 10, 0));
  await expect(station.getByTitle(t('data-views:survey.sent'))).toHaveText(number(sent, 0));
  await page.getByRole('button', { name: t('console:correction.revoke') }).click();
  await dialog.getByRole('button', { name: t('console:correction.revoke') }).click();
  await expect(station.getByTitle(t('data-views:survey.sent'))).toHaveCount(0);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('data-views:tool.export') }).click();
  await page.getByRole('menuitem', { name: t('data-views:tool.csv') }).click();
  expect((await saved).suggestedFilename()).toMatch(/^CX-08 .*\.csv$/);
});

test('a survey is imported from a file of the probe', async ({ page, signIn, api, t, look }) => {
  const { id, path } = await findPoint(api, 'CX-08');
  await signIn('admin', undefined, `${path}/rdm-data?range=1y`);
  await page.getByRole('button', { name: t('surveys:import') }).click();
  await expect(page).toHaveURL(/mode=import/);
  const lines = Array.from({ length: 40 }, (_, i) => `${(20 - i / 2).toFixed(1)};${400 - i};${i - 384};120;-104`);
  const file = (text: string) => ({ name: 'probe.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const input = page.locator('input[type=file]');

  // A depth without a station is refused with its line.
  await input.setInputFiles(file(`Depth;A0;A180;B0;B180\n${['20.7;1;2;3;4', ...lines.slice(1)].join('\n')}`));
  await expect(page.getByRole('list', { name: t('data-views:pipeImport.problems') })).toContainText(/Line 2.*20 m/);
  await input.setInputFiles(file(`Depth;A0;A180;B0;B180\n${lines.join('\n')}`));
  await expect(page.getByText(t('surveys:stationsOf', { count: 40, total: 40 }))).toBeVisible();
  await expect(page.getByText('16.0 ± 0.0').first()).toBeVisible();
  await expectSound(page, look);

  const time = Math.floor((Date.now() - day) / 60_000) * 60_000;
  await setTime(page, t('data-views:survey.time'), time);
  await page.getByRole('textbox', { name: t('data-views:pipeImport.name') }).fill('Tenth');
  await page.getByRole('textbox', { name: new RegExp(t('surveys:operator')) }).fill('Wang');
  await page.getByRole('button', { name: t('data-views:pipeImport.import'), exact: true }).click();
  await page.getByRole('button', { name: t('surveys:show') }).click();
  await expect(page).toHaveURL(new RegExp(`at=${time}`));
  const row = page
    .getByRole('table', { name: t('data-views:survey.list') })
    .getByRole('row')
    .nth(1);
  await expect(row).toContainText('Tenth');
  await expect(row).toContainText('Wang');
  const { list } = await api.post('/monitor/rdm', { measuringPointId: id, start: time - 1000, end: time + 1000 });
  expect(list).toMatchObject([{ time, name: 'Tenth', operator: 'Wang', count: 40, from: 0.5, to: 20 }]);
});
