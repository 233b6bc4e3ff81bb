import { findPoint } from './api';
import { choose, setTime } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

interface Node {
  chainage: number;
  n: number;
  dh: number;
  dz: number;
}

interface Survey {
  time: number;
  backward: boolean;
  length: number;
  misclosure: { total: number; perMille: number };
  nodes: Node[];
}

const day = 86_400_000;
const number = (value: number, decimals: number) => value.toFixed(decimals).replace('-', '−');

test('surveys of a pipe are drawn, compared and listed', async ({ page, signIn, api, t, look }) => {
  const { id, path, pages } = await findPoint(api, 'GX-01');
  expect(pages[0]).toBe('pam-chart');
  expect(pages).toContain('pam-data');
  const asked = { measuringPointId: id, start: Date.now() - 150 * day, end: Date.now() };
  const list: Survey[] = (await api.post('/monitor/pam', asked)).list;
  expect(list.map(({ backward }) => backward)).toEqual([false, false, true, false]);
  const [first, second, , last] = list as [Survey, Survey, Survey, Survey];
  const farthest = (survey: Survey, of: (node: Node) => number) =>
    survey.nodes.reduce((most, node) => (Math.abs(of(node)) > Math.abs(of(most)) ? node : most));

  await signIn('admin', undefined, `${path}/pam-chart?range=1y`);
  const picture = page.getByRole('img', { name: /^GX-01/ }).first();
  await expect(picture).toHaveAccessibleName(/Plan, 4 surveys/);
  const surveys = page.getByRole('table', { name: t('data-views:survey.list') });
  await expect(surveys.getByRole('row').nth(1)).toContainText(number(last.misclosure.total * 1000, 1));
  await expectSound(page, look);

  await choose(page, t('data-views:pipe.sight'), t('data-views:pipe.sights.vertical'));
  await expect(page).toHaveURL(/mode=vertical/);
  const deepest = farthest(last, (node) => node.dz);
  await expect(picture).toHaveAccessibleName(
    new RegExp(`${number(deepest.dz, 2)} mm at ${number(deepest.chainage, 1)} m`),
  );

  // In space, seen along its axis, as the address keeps it.
  await choose(page, t('data-views:pipe.sight'), t('data-views:pipe.sights.space'));
  await expect(page.getByRole('img', { name: t('data-views:space.help').slice(0, 20) })).toBeVisible();
  await expectSound(page, look);
  await choose(page, t('data-views:space.view'), t('data-views:pipe.space.along'));
  await expect(page).toHaveURL(/mode=space&view=b/);

  // Relative to the second survey.
  await page.goto(`${path}/pam-chart?range=1y&mode=horizontal&base=${second.time}`);
  const rebased: Survey[] = (await api.post('/monitor/pam', { ...asked, base: second.time })).list;
  const widest = farthest(rebased[3] as Survey, (node) => node.dh);
  await expect(picture).toHaveAccessibleName(
    new RegExp(`${number(widest.dh, 2)} mm at ${number(widest.chainage, 1)} m`),
  );
  await expect(page.getByText(t('data-views:base.reset'))).toBeVisible();

  // The table of stations is that of the chosen survey.
  await page.goto(`${path}/pam-data?range=1y`);
  const row = page.locator('[data-row-key="8"]').filter({ hasText: /^4\.00/ });
  const at4 = (survey: Survey) => survey.nodes.find(({ chainage }) => chainage === 4) as Node;
  await expect(row).toContainText(number(at4(last).dz, 2));
  await expectSound(page, look);
  await surveys.getByRole('row').last().click();
  await expect(page).toHaveURL(new RegExp(`at=${first.time}`));
  await expect(row).toContainText(number(at4(first).dh, 2));

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('data-views:tool.export') }).click();
  await page.getByRole('menuitem', { name: t('data-views:tool.csv') }).click();
  expect((await saved).suggestedFilename()).toMatch(/^GX-01 .*\.csv$/);
});

test('a survey is imported from a file', async ({ page, signIn, api, t, look }) => {
  const { id, path } = await findPoint(api, 'GX-01');
  await signIn('admin', undefined, `${path}/pam-data-import`);
  const lines = Array.from({ length: 201 }, (_, i) => `${i / 2};-0.17;${(74.3 - i * 0.06).toFixed(3)}`);
  const file = (text: string) => ({ name: 'run.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const input = page.locator('input[type=file]');

  // A chainage that falls is refused with its line.
  await input.setInputFiles(file(`s;p;h\n${lines.toReversed().join('\n')}`));
  await expect(page.getByRole('list', { name: t('data-views:pipeImport.problems') })).toContainText(/Line 3/);
  await input.setInputFiles(file(`chainage;pitch;heading\n${lines.join('\n')}`));
  await expect(page.getByText('201', { exact: true })).toBeVisible();
  await expectSound(page, look);
  await page.getByText(t('data-views:pipe.backward'), { exact: true }).click();
  await page.getByText(t('data-views:pipe.forward'), { exact: true }).click();
  await page.getByRole('checkbox', { name: t('data-views:pipeImport.closure') }).uncheck();
  await expect(page.getByText(new RegExp(t('data-views:pipe.unclosed')))).toBeVisible();

  const time = Math.floor((Date.now() - day) / 60_000) * 60_000;
  await setTime(page, t('data-views:survey.time'), time);
  await page.getByRole('textbox', { name: t('data-views:pipeImport.name') }).fill('Fifth');
  await page.getByRole('button', { name: t('data-views:pipeImport.import') }).click();
  await expect(page.getByRole('link', { name: t('data-views:pipeImport.show') })).toBeVisible();
  const { list } = await api.post('/monitor/pam', { measuringPointId: id, start: time - 1000, end: time + 1000 });
  expect(list).toMatchObject([{ time, stations: 201, length: 100, closed: false, backward: false }]);
});
