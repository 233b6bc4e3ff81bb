import type { Api } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh', theme: 'default' } });

const demo = '石门坎滑坡';

interface Panel {
  measuringPointId: number;
  view: string;
  name: string;
}

/** The demo project with its first board. */
async function demoBoard(api: Api) {
  const { list: projects } = await api.get('/projects?pageSize=100');
  const { id } = projects.find(({ name }: { name: string }) => name === demo);
  const { list } = await api.get(`/projects/${id}/boards`);
  return { id: id as number, board: list[0] as { id: number; name: string; panels: Panel[] } };
}

/** The reading of a point nearest to a moment, as the API returns it. */
async function readingNear(api: Api, measuringPointId: number, at: number): Promise<string> {
  const reach = 15 * 60_000;
  const body = { measuringPointId, valueType: 'observed', start: at - reach, end: at + reach };
  const [one] = (await api.post('/monitor/query', body)).series;
  const off = (i: number) => Math.abs(one.times[i] - at);
  const nearest = one.times.reduce((best: number, _: number, i: number) => (off(i) < off(best) ? i : best), 0);
  return one.values[nearest].toFixed(one.decimals);
}

test('a board shares its range and cursor, is saved, and shows on a wall', async ({ page, signIn, api, t, look }) => {
  const { id, board } = await demoBoard(api);
  await signIn(undefined, undefined, `/projects/${id}/boards`);
  await expect(page).toHaveURL(new RegExp(`/boards/${board.id}$`));
  for (const { name } of board.panels) await expect(page.getByRole('heading', { name })).toBeVisible();
  const charts = page.getByRole('img', { name: /至/ });
  await expect(charts).toHaveCount(board.panels.length);
  await expectSound(page, look);

  // A click fixes the cursor for all panels; the values below are those of the API.
  await charts.nth(1).click({ position: { x: 260, y: 120 } });
  await expect(page).toHaveURL(/pin=\d+/);
  const at = Number(new URL(page.url()).searchParams.get('pin'));
  for (const { name, measuringPointId } of board.panels.slice(1, 3)) {
    const value = await readingNear(api, measuringPointId, at);
    await expect(page.getByText(new RegExp(`^${name} *${value.replace('.', '\\.')}`))).toBeVisible();
  }

  // What is not saved is in the address.
  const toolbar = page.getByRole('toolbar', { name: t('boards:bar') });
  await toolbar.getByText('24 h', { exact: true }).click();
  await toolbar.getByRole('checkbox', { name: t('boards:limits') }).click();
  await expect(page).toHaveURL(/range=1d.*hide=limits/);
  await page.reload();
  await expect(toolbar.getByRole('checkbox', { name: t('boards:limits') })).not.toBeChecked();
  await expect(toolbar.getByRole('radio', { name: '24 h' })).toBeChecked();

  // A new board of one view is saved.
  await page.goto(`/projects/${id}/boards/new`);
  await expect(page.getByText(t('boards:empty'))).toBeVisible();
  await page.getByRole('button', { name: t('boards:add') }).click();
  await choose(page, t('common:entity.point'), /SW-01/);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('boards:choose.addVerb') })
    .click();
  await expect(page.getByRole('heading', { name: 'SW-01' })).toBeVisible();
  await page.getByRole('button', { name: t('boards:save') }).click();
  const name = `水位 ${Date.now().toString(36)}`;
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('boards:save') })
    .click();
  await expect(page).toHaveURL(/\/boards\/\d+$/);
  const { list } = await api.get(`/projects/${id}/boards`);
  const made = list.at(-1);
  expect(made).toMatchObject({ name, panels: [{ name: 'SW-01', view: 'hda-chart', gone: false }] });

  // The wall shows the overview and both boards; Esc leaves.
  await page.goto(`/projects/${id}/wall`);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  const { points, judged } = await api.get(`/stats/projects/${id}`);
  await expect(page.getByText(`${judged} / ${points}`)).toBeVisible();
  await expectSound(page, look);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/boards\/\d+$/);

  await page.goto(`/projects/${id}/boards/${made.id}`);
  await page.getByRole('button', { name: t('boards:manage.label') }).click();
  await page.getByRole('menuitem', { name: t('boards:manage.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('boards:delete.verb') })
    .click();
  await expect(page).toHaveURL(new RegExp(`/boards/${board.id}$`));
  expect((await api.get(`/projects/${id}/boards`)).list).toHaveLength(1);
});

test('a preset keeps the controls of a view, and keys lead to the next point', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id } = await demoBoard(api);
  const { list } = await api.post('/monitor/overview', { projectId: id });
  const point = list.find((one: { name: string }) => one.name === 'SW-01');
  const name = `近 7 天速率 ${Date.now().toString(36)}`;
  await signIn(
    undefined,
    undefined,
    `/projects/${id}/monitor-new/structures/${point.structureId}/mps/${point.measuringPointId}/hda-chart?range=7d&type=rate`,
  );
  const presets = page.getByRole('button', { name: t('presets:title'), exact: true });
  await presets.click();
  await page.getByRole('menuitem', { name: t('presets:save') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:action.save') })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();

  // The next point has the same controls; the preset is offered for its type too.
  await page.keyboard.press(']');
  await expect(page.getByRole('heading', { name: 'SW-02' })).toBeVisible();
  await expect(page).toHaveURL(/range=7d&type=rate$/);
  await page.getByText('24 h', { exact: true }).click();
  await expect(page).toHaveURL(/range=1d/);
  await presets.click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page).toHaveURL(/range=7d&type=rate$/);
  await page.keyboard.press('[');
  await expect(page.getByRole('heading', { name: 'SW-01' })).toBeVisible();

  await presets.click();
  await page.getByRole('menuitem', { name: t('presets:manage') }).click();
  const drawer = page.getByRole('dialog', { name: t('presets:manageTitle') });
  await expect(drawer.getByText(name, { exact: true })).toBeVisible();
  await expectSound(page, look);
  await drawer.getByRole('button', { name: t('presets:delete', { name }) }).click();
  await expect(drawer.getByText(name, { exact: true })).toBeHidden();
});
