import { Api } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';

/** A project with one structure, for one journey. */
async function withStructure(base: string) {
  const api = await Api.signIn(base);
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `W${mark}`, longitude: 116.39, latitude: 39.9 });
  const { id } = await api.post(`/projects/${project.id}/structures`, { name: `S${mark}`, type: 'Bridge' });
  const points = async (names: string[], more: object = { category: 'Crack' }) =>
    (
      await api.post(`/structures/${id}/measuring-points`, {
        points: names.map((name) => ({ name, measurement: 'Crack', ...more })),
      })
    ).list as { id: number; name: string }[];
  const console = `/projects/${project.id}/console`;
  return { api, mark, project, structureId: id as number, points, console };
}

test.describe('zh-TW, white', () => {
  test.use({ look: { language: 'zh-TW', theme: 'white' } });

  test('composite, virtual and manual points are added, and one is converted', async ({
    page,
    signIn,
    look,
    t,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    const { points, structureId, console } = await withStructure(baseURL ?? '');
    await points(['A-1', 'A-2']);
    await signIn(undefined, undefined, `${console}/structures/${structureId}`);
    const dialog = page.getByRole('dialog');
    const cell = (name: string) => t('sites:grid.cell', { name, no: 1 });
    for (const kind of ['composite', 'virtual', 'artificial']) {
      await page.getByRole('button', { name: t('console:point.add') }).click();
      await dialog.getByRole('textbox', { name: cell(t('console:point.name')) }).fill(`N-${kind}`);
      await choose(dialog, cell(t('sites:grid.kind')), t(`sites:kinds.${kind}`));
      await choose(dialog, cell(t('common:entity.measurement')), '裂縫', '裂縫');
      if (kind !== 'artificial') {
        await choose(dialog, cell(t('sites:grid.subPoints')), 'A-1', 'A-1');
        await choose(dialog, cell(t('sites:grid.subPoints')), 'A-2', 'A-2');
        await page.keyboard.press('Escape');
      }
      await expectSound(page, look);
      await dialog.getByRole('button', { name: t('sites:grid.add', { count: 1 }) }).click();
      await expect(page.getByRole('row').filter({ hasText: `N-${kind}` })).toContainText(t(`sites:kinds.${kind}`));
    }
    // Converts the manual point to one computed from others, from now on.
    await page.getByRole('link', { name: 'N-artificial' }).click();
    await page.getByRole('button', { name: t('sites:convert.open') }).click();
    await choose(dialog, t('sites:convert.kind'), t('sites:kinds.composite'));
    await choose(dialog, t('sites:convert.subPoints'), 'A-1', 'A-1');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: t('console:version.preview') }).click();
    await dialog.getByRole('button', { name: t('sites:convert.do'), exact: true }).click();
    await expect(
      page
        .getByRole('term')
        .filter({ hasText: t('sites:point.kind') })
        .locator('+ dd'),
    ).toContainText(t('sites:kinds.composite'));
    await expectSound(page, look);
  });

  test('manual inclinometer readings are entered by node and drawn as a profile', async ({
    page,
    signIn,
    look,
    t,
    baseURL,
  }) => {
    const { project, points, structureId, console } = await withStructure(baseURL ?? '');
    const initial = { aspect: 'initial', validFrom: 0, value: { mode: 'auto', time: 0, count: 1 } };
    const byHand = { type: 'artificial', category: 'Artificial', measurement: 'DeepDisplacement', config: [initial] };
    const [hole] = await points(['CX-1'], byHand);
    const point = `${console}/structures/${structureId}/items/0/mps/${hole?.id}`;
    await signIn(undefined, undefined, `${point}?tab=manual`);
    const field = page.getByRole('textbox', { name: `1 ${t('point-settings:manual.time')}` });
    await field.evaluate((cell) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '2026/3/1 8:30\t0.5\t0\n\t1\t0\n2026/3/8 8:30\t0.5\t"12,25"\n\t1\t3');
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const save = page.getByRole('button', { name: t('point-settings:manual.enter', { count: 2 }) });
    await save.click(); // shows what would change first
    await expect(page.getByText('12.25').first()).toBeVisible();
    await expectSound(page, look);
    await save.click();
    const runs = page.getByRole('row').filter({ hasText: t('point-settings:manual.nodes', { count: 2 }) });
    await expect(runs).toHaveCount(2);
    await page.goto(`${point}?tab=tasks`);
    await expect(page.getByRole('region', { name: t('sites:tasks.title') })).toBeVisible();
    await page.goto(`/projects/${project.id}/monitor-new/structures/${structureId}/mps/${hole?.id}/adm-profile`);
    await expect(page.getByText('12.25').first()).toBeVisible();
    await expectSound(page, look);
  });

  test('thresholds are copied to several points, and a point is placed on the map', async ({
    page,
    signIn,
    look,
    t,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    const { api, project, points, structureId, console } = await withStructure(baseURL ?? '');
    const list = await points(['B-1', 'B-2', 'B-3']);
    const limit = { field: 'width', valueType: 'observed', blue: 1, yellow: 2, orange: 3, red: 4, enable: true };
    const first = list[0]?.id ?? 0;
    await api.put(`/structures/${structureId}/measuring-points/${first}/thresholds`, { list: [limit] });
    await signIn(undefined, undefined, `${console}?tab=thresholds`);
    await expect(page.getByText(t('configuration:thresholds.unset')).first()).toBeVisible();
    for (const name of ['B-2', 'B-3']) await page.getByRole('checkbox', { name, exact: true }).check();
    await choose(page, t('configuration:thresholds.copyFrom'), 'B-1');
    await page.getByRole('button', { name: t('configuration:thresholds.copy') }).click();
    await expect(page.getByRole('row').filter({ hasText: 'B-3' }).getByRole('spinbutton').first()).toHaveValue('1');
    await expectSound(page, look);
    await page.getByRole('button', { name: t('configuration:bulk.preview') }).click();
    await page.getByRole('button', { name: t('configuration:bulk.save', { count: 2 }) }).click();
    await expect
      .poll(async () => {
        const of = async ({ id }: { id: number }) =>
          (await api.get(`/structures/${structureId}/measuring-points/${id}/thresholds`)).list.length;
        return Promise.all(list.map(of));
      })
      .toEqual([1, 1, 1]);

    // Positions: set by a click, undone, set by coordinates, removed.
    await page.goto(`${console}/map`);
    await page.getByRole('button', { name: / B-1/ }).click();
    const map = (count: number) => page.getByRole('img', { name: t('plan:mapLabel', { count }) });
    await map(1).click({ position: { x: 500, y: 300 } });
    await expect(map(2)).toBeVisible();
    await page.getByRole('button', { name: t('plan:undo') }).click();
    await expect(map(1)).toBeVisible();
    await page.getByRole('button', { name: / B-1/ }).click();
    await map(1).click({ position: { x: 500, y: 300 } });
    await expect(map(2)).toBeVisible();
    await page.getByRole('button', { name: / B-1/ }).click();
    await page.getByLabel(t('map:coordinate.longitude')).fill('116:23:29.220000E');
    await page.getByLabel(t('map:coordinate.longitude')).blur();
    await expect
      .poll(async () => (await api.get(`/structures/${structureId}/measuring-points/${first}`)).longitude)
      .toBeCloseTo(116 + 23 / 60 + 29.22 / 3600, 9);
    await expectSound(page, look);
    await page.getByRole('button', { name: t('plan:removeFromMap') }).click();
    await expect(map(1)).toBeVisible();
    expect(project.id).toBeGreaterThan(0);
  });
});

test.describe('en, white', () => {
  test.use({ look: { language: 'en', theme: 'white' } });

  test('a structure is copied and the copy undone; a secret is rotated', async ({ page, signIn, look, t, baseURL }) => {
    test.setTimeout(120_000);
    const { api, mark, project, points } = await withStructure(baseURL ?? '');
    await points(['C-1', 'C-2']);
    const device = await api.post(`/corporations/${project.corporationId}/devices`, {
      ...{
        name: 'Tilt',
        type: 'IDM',
        model: 'IDM-2',
        sncode: `IDM${mark}`,
        register: `IDM${mark}`,
        projectId: project.id,
      },
    });
    const actions = `/projects/${project.id}/devices/actions`;
    await signIn(undefined, undefined, `${actions}?do=clone`);
    const dialog = page.getByRole('dialog');
    await choose(dialog, t('bulk:clone.source'), `S${mark}`);
    await dialog.getByLabel(t('bulk:clone.name')).fill('Copy');
    await dialog.getByLabel(t('bulk:clone.prefix')).fill('Z');
    await dialog.getByRole('button', { name: t('bulk:preview.ask') }).click();
    await expect(dialog.getByText('ZC-1')).toBeVisible();
    await expectSound(page, look);
    await dialog.getByRole('button', { name: t('bulk:clone.run'), exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: t('bulk:actions.kind.cloneStructure') })).toBeVisible();
    await page
      .getByRole('button', { name: t('bulk:actions.undo'), exact: true })
      .or(page.getByRole('button', { name: /Copy/ }))
      .first()
      .click();
    await dialog.getByRole('button', { name: t('bulk:actions.undo'), exact: true }).click();
    await expect.poll(async () => (await api.get(`/projects/${project.id}/structures`)).list.length).toBe(1);

    await page.goto(`${actions}?do=rotate&ids=${device.id}`);
    await dialog.getByRole('button', { name: t('bulk:preview.ask') }).click();
    await dialog.getByRole('button', { name: t('bulk:rotate.run'), exact: true }).click();
    await expect(dialog.getByText(t('bulk:rotate.once'))).toBeVisible();
    await expectSound(page, look);
  });

  test('the topology is searched and reordered', async ({ page, signIn, look, t, baseURL }) => {
    const { api, mark, project } = await withStructure(baseURL ?? '');
    const devices = `/corporations/${project.corporationId}/devices`;
    for (const no of [1, 2]) {
      await api.post(devices, {
        ...{
          name: `Hub ${no}`,
          type: 'HDA3',
          model: 'HDA3-32',
          sncode: `H${no}${mark}`,
          register: `H${no}${mark}`,
          projectId: project.id,
        },
      });
    }
    await signIn(undefined, undefined, `/projects/${project.id}/console/topology`);
    const hubs = page.getByRole('treeitem', { name: /Hub/ });
    await expect(hubs).toHaveCount(2);
    await page.getByRole('searchbox').fill('Hub 2');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByText(t('topology:hits', { at: 1, count: 1 }))).toBeVisible();
    await page.getByRole('button', { name: t('topology:up') }).click();
    await expect(hubs.first()).toContainText('Hub 2');
    await expectSound(page, look);
    await page.reload();
    await expect(hubs.first()).toContainText('Hub 2');
  });

  test('a project is deleted with the password and restored', async ({ page, signIn, look, t, baseURL, watch }) => {
    watch.expectFailure(/403|422|password-delete/); // of the wrong password
    const { mark, project, points } = await withStructure(baseURL ?? '');
    await points(['D-1']);
    await signIn(undefined, undefined, `/projects/${project.id}/console?tab=info`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: t('console:project.delete') }).click();
    await expect(dialog.getByText(`S${mark}`)).toBeVisible();
    const field = dialog.getByLabel(t('sites:deletion.password'));
    const run = dialog.getByRole('button', { name: t('console:project.delete') });
    await expect(run).toBeDisabled();
    await field.fill('wrong');
    await run.click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectSound(page, look);
    await field.fill(password);
    await run.click();
    await expect(page).toHaveURL(/\/projects$/);
    await page.getByRole('button', { name: t('sites:deleted.open'), exact: true }).click();
    const row = dialog.getByRole('row').filter({ hasText: `W${mark}` });
    await expectSound(page, look);
    await row.getByRole('button', { name: t('sites:deleted.restore') }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: t('sites:deleted.restore'), exact: true })
      .click();
    await page.goto(`/projects/${project.id}/console`);
    await expect(page.getByRole('link', { name: `S${mark}` }).first()).toBeVisible();
  });

  test('deleting an item and a structure deletes their points and frees their devices', async ({
    page,
    signIn,
    look,
    t,
    baseURL,
  }) => {
    const { api, mark, project, structureId, console } = await withStructure(baseURL ?? '');
    const structures = `/projects/${project.id}/structures`;
    const { id: itemId } = await api.post(structures, { name: `I${mark}`, isItem: true, parentId: structureId });
    for (const [no, place] of [
      [1, { itemId }],
      [2, {}],
    ] as const) {
      const { id: deviceId } = await api.post(`/corporations/${project.corporationId}/devices`, {
        ...{ name: `Tilt ${no}`, type: 'IDM', model: 'IDM-2', sncode: `T${no}${mark}`, projectId: project.id },
      });
      const binding = { aspect: 'binding', validFrom: 0, value: { sources: [{ role: 'main', deviceId }] }, note: '' };
      await api.post(`/structures/${structureId}/measuring-points`, {
        points: [{ name: `D-${no}`, measurement: 'Tilt', category: 'IDM', ...place, config: [binding] }],
      });
    }
    await signIn(undefined, undefined, console);
    const dialog = page.getByRole('dialog');
    const goes = dialog.getByRole('list', { name: t('sites:deletion.branches') });
    const count = (key: string) =>
      dialog
        .getByRole('term')
        .filter({ hasText: t(`sites:deletion.${key}`) })
        .locator('+ dd');
    const remove = async (name: string) => {
      const row = page.getByRole('row').filter({ hasText: name });
      await row.getByRole('button', { name: t('common:action.edit') }).click();
      await dialog.getByRole('button', { name: t('common:action.delete') }).click();
    };
    const confirm = async () => {
      await dialog.getByRole('button', { name: t('common:action.delete'), exact: true }).click();
      await expect(dialog).toHaveCount(0);
    };

    await remove(`I${mark}`);
    await expect(goes.getByRole('listitem')).toHaveText([/D-1/]);
    await expect(count('points')).toHaveText('1');
    await expect(count('feeding')).toHaveText('1');
    await expectSound(page, look);
    await confirm();
    await expect(page.getByRole('row').filter({ hasText: `I${mark}` })).toHaveCount(0);
    const devices = `/projects/${project.id}/devices`;
    const device = (no: number) => page.getByRole('row').filter({ hasText: `T${no}${mark}` });
    await page.goto(devices);
    await expect(device(2)).toContainText('D-2');
    await expect(device(1)).not.toContainText('D-1');

    await page.goto(console);
    await remove(`S${mark}`);
    await expect(goes).toContainText('D-2');
    await confirm();
    await expect(page.getByText(t('console:structure.none'))).toBeVisible();
    for (const path of [`${console}/map`, `/projects/${project.id}/monitor-new`, devices]) {
      await page.goto(path);
      await expect(page.getByText(`W${mark}`).first()).toBeVisible();
      await expect(page.getByText(new RegExp(`[SI]${mark}|D-[12]`))).toHaveCount(0);
    }
    await expect(device(2)).toBeVisible();
  });
});
