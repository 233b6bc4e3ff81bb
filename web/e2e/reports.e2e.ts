import { choose, setTime } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

interface Row {
  measuringPointId: number;
  depth: number | null;
  change: number | null;
  accumulated: number | null;
  rate: number | null;
}

/** A change as the report shows it. */
const shown = (value: number | null) =>
  value === null
    ? '#N/A'
    : `${value > 0 ? '+' : ''}${value.toFixed(2)}`.replace('-', '−').replace(/^[−+]?0\.00$/, '0.00');

test('a report lists what the API returns for its times, points, direction and step', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { list: projects } = await api.get('/projects?pageSize=100');
  const find = async (name: string) => {
    for (const project of projects) {
      const { list } = await api.post('/monitor/overview', { projectId: project.id });
      const point = list.find((one: { name: string }) => one.name === name);
      if (point) return { ...point, projectId: project.id };
    }
    throw new Error(`the demo has no point ${name}`);
  };
  const hole = await find('CX-01');
  const table = page.getByRole('table', { name: 'Monitoring report' }).last(); // the head is a table too
  const cells = (name: string) => table.getByRole('row').filter({ hasText: name }).first().getByRole('cell');
  const address = (point: typeof hole, slug: string) =>
    `/projects/${point.projectId}/monitor-new/structures/${point.structureId}/mps/${point.measuringPointId}/${slug}`;

  await signIn();
  await page.goto(address(hole, 'adm-report'));
  await expect(table).toBeVisible();
  await choose(page, t('data-views:report.step'), '0.5 m');
  await expect(page).toHaveURL(/mode=0\.5/);
  const asked = { measuringPointIds: [hole.measuringPointId], time: hole.time, fields: ['x'], step: 0.5 };
  const report = await api.post('/monitor/report-preview', asked);
  const row: Row = report.rows[3];
  await expect(cells((row.depth ?? 0).toFixed(2)).nth(3)).toHaveText(shown(row.change));
  await expect(cells((row.depth ?? 0).toFixed(2)).nth(4)).toHaveText(shown(row.rate));

  // Two days earlier there is another change, and before the first reading none.
  const earlier = hole.time - 2 * 86_400_000;
  await setTime(page, t('data-views:report.previous'), earlier);
  const other = await api.post('/monitor/report-preview', { ...asked, previous: earlier - (earlier % 1000) });
  await expect(cells((row.depth ?? 0).toFixed(2)).nth(3)).toHaveText(shown(other.rows[3].change));
  await page.reload();
  await expect(cells((row.depth ?? 0).toFixed(2)).nth(3)).toHaveText(shown(other.rows[3].change));
  await page.goto(`${address(hole, 'adm-report')}?previous=${hole.time - 300 * 86_400_000}`);
  await expect(page.getByText(t('data-views:report.noPrevious'))).toBeVisible();
  await expect(table.getByText('#N/A').first()).toBeVisible();

  const prism = await find('LJ-08');
  await page.goto(address(prism, 'hda-report'));
  await expect(table.getByRole('row').filter({ hasText: 'LJ-' })).not.toHaveCount(0);
  await choose(page, t('data-views:report.points'), 'LJ-08');
  await page.keyboard.press('Escape');
  await expect(table.getByText('LJ-14')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`points=${prism.measuringPointId}`));
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: t('data-views:tool.export') })
      .click()
      .then(() => page.getByRole('menuitem', { name: t('data-views:tool.xlsx') }).click()),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^LJ-08 .*\.xlsx$/);
  await expectSound(page, look);

  // On paper there is the report alone.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(page.getByRole('article').getByText(t('data-views:report.checked'))).toBeVisible();
});
