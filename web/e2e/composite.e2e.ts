import type { Api } from './api';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const day = 24 * 3_600_000;

async function findStrut(api: Api) {
  for (const { id } of (await api.get('/projects?pageSize=200')).list) {
    const { list } = await api.post('/monitor/overview', { projectId: id });
    const point = list.find((one: { name: string }) => one.name === 'ZC-01');
    if (!point) continue;
    const path = `/projects/${id}/monitor-new/structures/${point.structureId}/mps/${point.measuringPointId}`;
    return { id: point.measuringPointId as number, path, pages: point.pages as string[], last: point.time as number };
  }
  throw new Error('the demo has no strut');
}

test('a composite point is drawn with its sub-points, which can be hidden, and listed with them', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id, path, pages, last } = await findStrut(api);
  expect(pages.slice(0, 2)).toEqual(['master-hda-chart', 'master-hda-data']);
  const start = last - 12 * day;
  const end = last;
  const master = await api.post('/monitor/master', { masterId: id, fields: ['force'], start, end });
  expect(master.slaves).toHaveLength(4);
  expect(master.partials).toBeGreaterThan(20);
  const forces = master.chart.series[0].values as number[];
  // The force is that of the mean strain of the sub-points (formulas.md section 24).
  const strains = master.slaves.map(({ chart }: { chart: typeof master.chart }) => chart.series[0].values.at(-1));
  const mean = strains.reduce((sum: number, one: number) => sum + one, 0) / 4;
  const area = (Math.PI * (609 ** 2 - 577 ** 2)) / 4;
  expect(forces.at(-1)).toBeCloseTo((-2.06e5 * area * mean) / 1e9, 2);

  await signIn('admin', undefined, `${path}/master-hda-chart?range=${start}-${end}`);
  const legend = page.getByRole('group', { name: t('data-views:master.slaves') });
  await expect(legend.getByRole('button')).toHaveCount(4);
  await expect(legend.getByText(t('data-views:master.partial', { count: master.partials }))).toBeVisible();
  const last1 = (value: number) => value.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  await expect(page.getByRole('img', { name: /^ZC-01/ }).first()).toHaveAccessibleName(
    new RegExp(last1(forces.at(-1) ?? 0).replace('.', '\\.')),
  );
  await expectSound(page, look);

  await legend.getByRole('button', { name: 'ZC-01-3' }).click();
  await expect(legend.getByRole('button', { name: 'ZC-01-3' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveURL(/points=\d+\.\d+\.\d+/);
  await page.getByRole('button', { name: t('data-views:tool.table') }).click();
  await expect(page.getByRole('columnheader', { name: 'ZC-01-4 µε' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'ZC-01-3 µε' })).toHaveCount(0);

  // A reading that lacks gauge 3: its nearest reading is too far away.
  const cut = master.partial[10].time as number;
  const table = await api.post('/monitor/master', {
    ...{ masterId: id, fields: ['force'], start: cut, end: cut, page: 1 },
  });
  expect(table.list[0]).toMatchObject({ time: cut, flags: ['partial'] });
  expect(table.list[0].slaves[2]).toEqual({ time: 0, value: null, used: false });
  await page.goto(`${path}/master-hda-data?range=${cut}-${cut + 60_000}`);
  const row = page.getByRole('row').filter({ hasText: '◆' });
  await expect(row.getByRole('cell').nth(1)).toHaveText(`◆ ${last1(table.list[0].values[0])}`);
  await expect(row.getByRole('cell').nth(4)).toHaveText('#N/A');
  await expectSound(page, look);

  await row.getByRole('cell').nth(2).getByRole('button').click();
  await expect(page.getByText(t('explain:title'))).toBeVisible();
  const types = page.getByRole('radiogroup', { name: t('data-views:type.label') });
  await types.getByText(t('common:valueType.accumulated')).click();
  await expect(page).toHaveURL(/type=accumulated/);
});
