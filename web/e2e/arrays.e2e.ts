import type { Api } from './api';
import { choose, wallClock } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh', theme: 'default' } });

/** The address of a view of a point of the demo, and the ids of both. */
async function find(api: Api, name: string) {
  for (const { id: projectId } of (await api.get('/projects?pageSize=50')).list) {
    const { list } = await api.post('/monitor/overview', { projectId });
    const point = list.find((one: { name: string }) => one.name === name);
    if (!point) continue;
    const { structureId, measuringPointId } = point;
    return {
      measuringPointId,
      path: `/projects/${projectId}/monitor-new/structures/${structureId}/mps/${measuringPointId}`,
    };
  }
  throw new Error(`the demo has no point ${name}`);
}

const minus = (value: number) => value.toFixed(2).replace('-', '\u2212');

test('the settlement along a line is fixed at its far end, by segment, and in another value', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { measuringPointId, path } = await find(api, 'SAA-H1');
  await signIn('admin', undefined, `${path}/adm-settlement`);
  const [latest] = (await api.post('/monitor/latest', { measuringPointIds: [measuringPointId] })).list;
  const reading = await api.post('/monitor/pagination', {
    ...{ measuringPointId, fields: ['settlement'], valueTypes: ['accumulated'] },
    ...{ start: latest.time, end: latest.time, page: 1, pageSize: 1 },
  });
  const values: number[] = reading.list[0].values;
  const [near = 0, far = 0] = [values[0], values.at(-1)];
  const first = page.getByRole('table', { name: /沉降/ }).getByRole('row').nth(1);
  await expect(first).toContainText('K0+120');
  await expect(first).toContainText(minus(near));
  await expectSound(page, look);

  // The far end keeps its leveled settlement of -0.4 mm.
  await choose(page, t('data-views:settlement.boundary'), t('data-views:settlement.far'));
  await expect(page).toHaveURL(/end=far/);
  await expect(first).toContainText(minus(near - far - 0.4));
  await expect(page.getByRole('checkbox', { name: t('data-views:profile.limits') })).toBeHidden();

  await page.getByRole('checkbox', { name: t('data-views:settlement.chainage') }).click();
  await expect(first).not.toContainText('K0+120');
  await choose(page, t('data-views:settlement.mode'), t('data-views:settlement.bySegment'));
  await expect(page.getByRole('checkbox', { name: t('data-views:column.slope') })).toBeHidden();
  await page.reload();
  await expect(first).toContainText(minus(near - far - 0.4));

  // A rate has no boundary, but its own limits.
  await choose(page, t('data-views:settlement.mode'), t('data-views:settlement.sum'));
  await expect(page.getByRole('checkbox', { name: t('data-views:column.slope') })).toBeVisible();
  await choose(page, t('data-views:type.label'), t('common:valueType.rate'));
  await expect(page.getByRole('combobox', { name: t('data-views:settlement.boundary') })).toBeHidden();
  await expect(page.getByRole('checkbox', { name: t('data-views:profile.limits') })).toBeVisible();
});

test('the bearing of nodes turns with the axes, and the track of one node ends at the chosen time', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { measuringPointId, path } = await find(api, 'CX-01');
  await signIn('admin', undefined, `${path}/adm-northeast`);
  const [latest] = (await api.post('/monitor/latest', { measuringPointIds: [measuringPointId] })).list;
  const reading = await api.post('/monitor/pagination', {
    ...{ measuringPointId, fields: ['n', 'e'], nodes: [0], valueTypes: ['accumulated'] },
    ...{ start: latest.time, end: latest.time, page: 1, pageSize: 1 },
  });
  const [n, e]: number[] = reading.list[0].values;
  if (n === undefined || e === undefined) throw new Error('no components');
  const top = page
    .getByRole('table', { name: /合位移/ })
    .getByRole('row')
    .nth(1);
  const degrees = (up: number, right: number) => (((Math.atan2(right, up) * 180) / Math.PI + 360) % 360).toFixed(0);
  await expect(top).toContainText(Math.hypot(n, e).toFixed(2));
  await expect(top.getByRole('cell').nth(3)).toHaveText(degrees(n, e));
  await expectSound(page, look);

  // A+ of the string points east.
  await page.getByText(t('data-views:northeast.ab'), { exact: true }).click();
  await expect(top.getByRole('cell').nth(3)).toHaveText(degrees(e, -n));
  await page.getByText(t('data-views:northeast.track'), { exact: true }).click();
  await expect(page).toHaveURL(/mode=track/);
  await top.click();
  await expect(page).toHaveURL(/nodes=0/);
  await page.getByRole('button', { name: t('data-views:tool.table') }).click();
  // The chosen time is above the slider and the newest of the table.
  const newest = page.getByText(wallClock(latest.time), { exact: true });
  await expect(newest).toHaveCount(2);
  await page.reload();
  await expect(newest).toHaveCount(2);
});

test('a ring is exaggerated and unrolled, and its chords are those of the server', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { measuringPointId, path } = await find(api, 'SL-R12');
  await signIn('admin', undefined, `${path}/adm-circular`);
  const [latest] = (await api.post('/monitor/latest', { measuringPointIds: [measuringPointId] })).list;
  const reading = await api.post('/monitor/pagination', {
    ...{ measuringPointId, fields: ['convergence', 'ovality'], valueTypes: ['accumulated'] },
    ...{ start: latest.time, end: latest.time, page: 1, pageSize: 1 },
  });
  const of = (field: string): number =>
    reading.list[0].values[reading.columns.findIndex((one: { field: string }) => one.field === field)];
  const first = page
    .getByRole('table', { name: t('data-views:circular.chords') })
    .getByRole('row')
    .nth(1);
  await expect(first).toContainText('0–18');
  await expect(first).toContainText(minus(of('convergence')));
  await expect(page.getByText(`${of('ovality').toFixed(2)} ‰`)).toBeVisible();
  await expectSound(page, look);

  await choose(page, t('data-views:circular.scale'), '×100');
  await expect(page).toHaveURL(/scale=100/);
  await first.click();
  await expect(page).toHaveURL(/nodes=0(&|$)/);
  await page.getByText(t('data-views:circular.unrolled'), { exact: true }).click();
  await expect(page.getByRole('combobox', { name: t('data-views:circular.scale') })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('combobox', { name: t('data-views:circular.scale') })).toBeHidden();
  await expect(first).toContainText(minus(of('convergence')));
});

test('the segments of a lining turn, and its joints open and slip', async ({ page, signIn, api, t, look }) => {
  const { measuringPointId, path } = await find(api, 'SL-R12');
  await signIn('admin', undefined, `${path}/circular-segment`);
  const [latest] = (await api.post('/monitor/latest', { measuringPointIds: [measuringPointId] })).list;
  const read = async (valueType: string) => {
    const reading = await api.post('/monitor/pagination', {
      ...{ measuringPointId, fields: ['x', 'y', 'radial'], valueTypes: [valueType] },
      ...{ start: latest.time, end: latest.time, page: 1, pageSize: 1 },
    });
    return (field: string, node: number): number =>
      reading.list[0].values[
        reading.columns.findIndex(
          (one: { field: string; node?: number }) => one.field === field && (one.node ?? 0) === node,
        )
      ];
  };
  const [observed, moved] = [await read('observed'), await read('accumulated')];
  // F has the nodes 17 and 18, L1 begins with 19.
  const direction = (at: (field: string, node: number) => number) =>
    Math.atan2(at('y', 18) - at('y', 17), at('x', 18) - at('x', 17));
  const initial = (field: string, node: number) => observed(field, node) - moved(field, node);
  const rotation = ((direction(observed) - direction(initial)) * 180) / Math.PI;
  const slip = moved('radial', 19) - moved('radial', 18);
  const rows = page.getByRole('table', { name: t('data-views:lining.table') }).getByRole('row');
  await expect(rows.nth(1)).toContainText('F–L1');
  await expect(rows.nth(1)).toContainText(Math.abs(rotation).toFixed(3));
  await expect(rows.nth(1)).toContainText(Math.abs(slip).toFixed(2));
  await expectSound(page, look);

  await choose(page, t('data-views:lining.quantity'), t('data-views:lining.dislocation'));
  await expect(page).toHaveURL(/mode=dislocation/);
  await rows.nth(1).click();
  await expect(page).toHaveURL(/nodes=1(&|$)/);
  await page.getByRole('button', { name: t('data-views:tool.table') }).click();
  await page.reload();
  await expect(page.getByRole('row', { name: /^F–L1/ }).getByRole('cell').last()).toContainText(
    Math.abs(slip).toFixed(2),
  );

  // Another division gives the segment another name.
  const rename = async (from: string, to: string) => {
    await page.getByRole('button', { name: t('data-views:lining.divide') }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: `${t('data-views:lining.segment')} 1`, exact: true });
    await expect(name).toHaveValue(from);
    await name.fill('L1');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await name.fill(to);
    await dialog.getByRole('button', { name: t('common:action.save') }).click();
    await expect(dialog).toBeHidden();
    await expect(rows.nth(1)).toContainText(`${to}–L1`);
  };
  await rename('F', 'K');
  await rename('K', 'F');
});
