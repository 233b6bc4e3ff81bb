import type { Page } from '@playwright/test';
import { Api } from './api';
import { choose, setTime, wallClock } from './controls';
import { publish } from './device';
import { expect, expectSound, test } from './fixtures';
import { drawnPicture } from './picture';
import { makeSite } from './site';

const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';
const hour = 3_600_000;

/** A project with a manual point and its readings. */
async function readByHand(base: string, measurement: string, rows: { time: string; values: Record<string, number> }[]) {
  const api = await Api.signIn(base);
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `V${mark}` });
  const { id: structureId } = await api.post(`/projects/${project.id}/structures`, { name: 'S', type: 'Bridge' });
  const made = await api.post(`/structures/${structureId}/measuring-points`, {
    points: [{ name: 'P-1', measurement, type: 'artificial', category: 'Artificial' }],
  });
  const pointId = made.list[0].id as number;
  const calls = `/structures/${structureId}/measuring-points/${pointId}`;
  if (rows.length > 0) await api.post(`${calls}/artificial-data`, { rows, note: '' });
  const project_ = `/projects/${project.id}`;
  return {
    api,
    calls,
    console: `${project_}/console`,
    point: `${project_}/console/structures/${structureId}/items/0/mps/${pointId}`,
    view: `${project_}/monitor-new/structures/${structureId}/mps/${pointId}`,
  };
}

/** Records the texts drawn by charts: on a canvas they are not in the page. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const drawn = new Set<string>();
    Object.assign(globalThis, { drawn });
    const draw = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      drawn.add(text);
      return draw.call(this, text, ...rest);
    };
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { drawn: Set<string> }).drawn]);
}

test.describe('zh, white', () => {
  test.use({ look: { language: 'zh', theme: 'white' } });

  test('a backdated excavation depth is used for the thresholds of the standard', async ({
    page,
    signIn,
    look,
    t,
    baseURL,
  }) => {
    const { point, console } = await readByHand(baseURL ?? '', 'DeepDisplacement', []);
    const since = Date.now() - 100 * hour;
    await signIn(undefined, undefined, `${console}?tab=thresholds`);
    const dialog = page.getByRole('dialog');
    const byStandard = async () => {
      await page.getByRole('checkbox', { name: 'P-1', exact: true }).check();
      await page.getByRole('button', { name: t('configuration:gb.open') }).click();
      await dialog.getByRole('button', { name: t('configuration:bulk.preview') }).click();
      await expect(dialog.getByRole('table').first()).toContainText(/\d/);
    };
    await byStandard();
    await expect(dialog.getByText(t('configuration:gb.noDepth')).last()).toBeVisible();

    await page.goto(`${point}?tab=engineering`);
    await page.getByLabel(t('point-settings:engineering.pitDepthH')).fill('4');
    await page.getByRole('button', { name: t('forms:picture.choose') }).click();
    await dialog.locator('input[type=file]').setInputFiles(await drawnPicture(page, 800, 450));
    await dialog.getByRole('slider').first().waitFor();
    await dialog.getByRole('button', { name: t('security:picture.save') }).click();
    await expect(page.getByRole('img', { name: t('point-settings:engineering.photo') })).toBeVisible();
    await setTime(page, t('console:version.validFrom'), since);
    await page.getByRole('button', { name: t('console:version.save', { no: 1 }) }).click();
    const timeline = page.getByRole('figure', { name: t('configuration:timeline.title') });
    await expect(timeline.getByRole('button', { name: new RegExp(wallClock(since).slice(0, 16)) })).toBeVisible();
    await expect(page.getByText(t('console:version.inForce'), { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('img', { name: t('point-settings:engineering.photo') })).toBeVisible();
    await expectSound(page, look);

    await page.goto(`${console}?tab=thresholds`);
    await byStandard();
    await expect(dialog.getByRole('status').first()).not.toContainText(t('configuration:gb.noDepth'));
    await expectSound(page, look);
  });
});

test.describe('en, default', () => {
  test.use({ look: { language: 'en', theme: 'default' } });

  test('chart settings apply to the curve, and a recomputation completes', async ({
    page,
    signIn,
    look,
    t,
    baseURL,
  }) => {
    const rows = [3, 2, 1].map((ago) => ({ time: wallClock(Date.now() - ago * hour), values: { width: 10 + ago } }));
    const { point, view } = await readByHand(baseURL ?? '', 'Crack', rows);
    const drawn = await listen(page);
    await signIn(undefined, undefined, `${point}?tab=chart`);
    await page.getByLabel(t('point-settings:chart.label')).fill('Crack of pier 2');
    await page.getByLabel(t('point-settings:chart.yMin')).fill('-750');
    await page.getByLabel(t('point-settings:chart.yMax')).fill('750');
    await choose(page, t('point-settings:chart.valueType'), t('common:valueType.observed'));
    await page.getByRole('button', { name: t('console:version.save', { no: 1 }) }).click();
    await expect(page.getByText(t('console:version.inForce'), { exact: true })).toBeVisible();

    await page.goto(view);
    await expect(
      page
        .getByRole('link', { name: 'Crack of pier 2' })
        .or(page.getByRole('tab', { name: 'Crack of pier 2' }))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('img', { name: /P-1/ })).toBeVisible();
    await expect
      .poll(async () => (await drawn()).map((text) => text.replace('−', '-')))
      .toEqual(expect.arrayContaining(['-750', '750']));

    await expectSound(page, look);
    await page.goto(`${point}?tab=tasks`);
    await page.getByRole('button', { name: t('sites:tasks.recompute') }).click();
    const task = page.getByRole('row').filter({ hasText: t('sites:tasks.kinds.recompute') });
    await expect(task.filter({ hasText: t('sites:tasks.states.done') })).toBeVisible({ timeout: 30_000 });
  });
});

test.describe('zh-TW, default', () => {
  test.use({ look: { language: 'zh-TW', theme: 'default' } });

  test('a composite point updates with readings and corrections of its sub-points', async ({
    page,
    signIn,
    look,
    t,
    baseURL,
  }) => {
    const base = baseURL ?? '';
    const { projectId, structureId, pointId, point, device } = await makeSite(base, password);
    const api = await Api.signIn(base);
    const points = `/structures/${structureId}/measuring-points`;
    const more = { measurement: 'Tilt', category: 'IDM' };
    const doubled = `${point}-2`;
    const made = await api.post(points, { points: [{ name: doubled, ...more }] });
    const twin = made.list[0].id as number;
    const rule = (formula: string) => ({
      rules: [{ computedField: 'angleX', formulaType: 'CUSTOM_FORMULA', formula }],
    });
    const of = (id: number, aspect: string, value: object) =>
      api.post(`${points}/${id}/versions`, { aspect, validFrom: 0, value, note: '' });
    await of(twin, 'binding', { sources: [{ role: 'main', pointId }] });
    await of(twin, 'formula', rule('2 * angleX'));
    const both = await api.post(points, {
      points: [{ name: `${point}-C`, measurement: 'Tilt', category: 'Composite', type: 'composite' }],
    });
    const composite = both.list[0].id as number;
    await of(composite, 'binding', {
      sources: [
        { role: 'main', pointId },
        { role: 'sub2', pointId: twin },
      ],
    });
    const console = `/projects/${projectId}/console`;
    const at = `${console}/structures/${structureId}/items/0/mps`;
    const began = Date.now();
    await publish(device, { angleX: 0.3, angleY: 0 }, began - 60_000);

    // The formula's inputs are offered as readings arrive.
    await signIn(undefined, undefined, `${at}/${composite}?tab=formula`);
    await page.getByRole('button', { name: t('console:formula.add') }).click();
    await choose(page, t('console:formula.field'), /X/);
    const offered = page.getByRole('group', { name: new RegExp(t('configuration:inputs.sent').slice(0, 6)) });
    const text = page.getByRole('textbox', { name: t('console:formula.text'), exact: true });
    await text.fill('angleX + ');
    await offered.getByRole('button', { name: /^sub2\.angleX/ }).click();
    await expect(text).toHaveValue('angleX + sub2.angleX');
    await expectSound(page, look);
    await setTime(page, t('console:version.validFrom'), began - hour);
    const save = page.getByRole('button', { name: t('console:version.save', { no: 1 }) });
    await save.click(); // shows what would change first
    await expect(page.getByText('0.9').first()).toBeVisible();
    await page.getByRole('button', { name: t('console:version.confirm') }).click();
    await expect(page.getByText(t('console:version.inForce'), { exact: true })).toBeVisible();
    await publish(device, { angleX: 0.4, angleY: 0 }, began);
    const value = async () => (await api.post('/monitor/latest', { measuringPointIds: [composite] })).list[0]?.observed;
    await expect.poll(value, { timeout: 30_000 }).toBeCloseTo(1.2, 6);

    // Withdrawing a reading of the first source changes the composite value too.
    const view = `/projects/${projectId}/monitor-new/structures/${structureId}/mps/${composite}`;
    await page.goto(`${at}/${pointId}?tab=corrections`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: t('console:correction.add') }).click();
    await dialog.getByText(t('explain:kind.withdraw')).click();
    await setTime(dialog, t('console:correction.from'), began - 1000);
    await setTime(dialog, t('console:correction.end'), began + hour);
    await dialog.getByRole('textbox', { name: t('console:correction.note') }).fill(`W${began}`);
    await dialog.getByRole('button', { name: t('console:version.preview') }).click();
    await expect(dialog.getByRole('status')).toContainText('1.2');
    await dialog.getByRole('button', { name: t('console:correction.save') }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(value, { timeout: 30_000 }).toBeCloseTo(0.9, 6);
    await page.goto(view);
    await expect(page.getByText(/^0\.9/).first()).toBeVisible();

    // The correction is found in the project's list and revoked there.
    await page.goto(`${console}?tab=corrections`);
    await choose(page, t('console:correction.kind'), t('explain:kind.withdraw'));
    await page.getByRole('searchbox', { name: t('console:correction.search') }).fill(`W${began}`);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: `W${began}` });
    await expect(row).toContainText(t('console:correction.stands'));
    await expectSound(page, look);
    await row.getByRole('link', { name: point }).click();
    await row.getByRole('button', { name: t('console:correction.revoke') }).click();
    await dialog.getByRole('button', { name: t('console:correction.revoke'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(value, { timeout: 30_000 }).toBeCloseTo(1.2, 6);
    await page.goto(`${console}?tab=corrections&kind=withdraw`);
    await expect(row).not.toContainText(t('console:correction.stands'));
    await page.goto(view);
    await expect(page.getByText(/^1\.2/).first()).toBeVisible();
  });
});
