import { readFileSync } from 'node:fs';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';
import { drawnPicture } from './picture';

test.use({ look: { language: 'en', theme: 'white' } });

test('the project tree is searched and reordered by keyboard, and keeps the order', async ({
  page,
  signIn,
  api,
  look,
  t,
}) => {
  const project = await api.post('/projects', { name: `Tree ${Date.now().toString(36)}` });
  for (const name of ['West tower', 'East tower']) {
    await api.post(`/projects/${project.id}/structures`, { name, type: 'Bridge' });
  }
  await signIn('admin', undefined, `/projects/${project.id}/console/topology?of=structures`);
  const names = () => page.getByRole('tree', { name: t('topology:structures.tree') }).getByRole('treeitem');
  await expect(names()).toHaveText([/West tower/, /East tower/]);
  const search = page.getByRole('searchbox', { name: t('topology:structures.search') });
  await search.fill('east');
  await search.press('Enter');
  await expect(page).toHaveURL(/node=s\d+/);
  await page.getByRole('button', { name: t('topology:up') }).press('Enter');
  await expect(names()).toHaveText([/East tower/, /West tower/]);
  await expectSound(page, look);
  await page.reload();
  await expect(names()).toHaveText([/East tower/, /West tower/]);
  await page.getByRole('link', { name: t('topology:structure') }).click();
  await expect(page).toHaveURL(/\/dashboard\/project\/\d+\/structures\/\d+$/);
});

test('a structure is placed by pasted coordinates in a single dialog', async ({ page, signIn, api, t }) => {
  const project = await api.post('/projects', { name: `Place ${Date.now().toString(36)}` });
  await signIn('admin', undefined, `/projects/${project.id}/console`);
  await page.getByRole('button', { name: t('console:structure.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('console:structure.name')).fill('Dam');
  await choose(dialog, t('console:structure.type'), 'Dam');
  await dialog.getByRole('button', { name: t('map:pick.open') }).click();
  const search = dialog.getByRole('combobox', { name: t('map:searchHere') });
  await search.fill('30°30′0″N 114°18′0″E');
  await search.press('Enter');
  await expect(dialog.getByLabel(t('map:coordinate.longitude'))).toHaveValue('114:18:00.000000E');
  await expect(dialog.getByLabel(t('map:coordinate.latitude'))).toHaveValue('30:30:00.000000N');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await dialog.getByRole('button', { name: t('forms:picture.choose') }).click();
  const picture = page.getByRole('dialog').last();
  await picture.locator('input[type=file]').setInputFiles(await drawnPicture(page, 800, 450));
  await picture.getByRole('slider').first().waitFor();
  await picture.getByRole('button', { name: t('security:picture.save') }).click();
  await expect(dialog.getByRole('img', { name: t('console:structure.picture') })).toBeVisible();
  await dialog.getByRole('button', { name: t('common:action.save') }).click();
  await expect(dialog).toBeHidden();
  const { list } = await api.get(`/projects/${project.id}/structures`);
  expect(list).toMatchObject([{ name: 'Dam', longitude: 114.3, latitude: 30.5 }]);
  expect((await page.request.get(list[0].picture)).headers()['content-type']).toMatch(/^image\//);
});

test('weather is shown only for projects with a weather station', async ({ page, signIn, api, t }) => {
  const { list } = await api.get('/projects');
  const id = (name: string) => list.find((one: { name: string }) => one.name === name).id;
  await signIn('admin', undefined, `/dashboard/project/${id('石门坎滑坡')}`);
  const weather = page.getByRole('region', { name: t('project:weather.title') }).first();
  await expect(weather.getByRole('listitem').filter({ hasText: t('project:weather.airTemp') })).toContainText('°C');
  await expect(weather.getByRole('listitem').filter({ hasText: t('project:weather.rain24h') })).toContainText('mm');
  await page.goto(`/dashboard/project/${id('云溆大桥')}`);
  await expect(page.getByRole('heading', { name: t('project:measurements.title') })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('project:weather.title') })).toHaveCount(0);
});

test('unprotected points link to their fix, and a threshold without effect is reported before saving', async ({
  page,
  signIn,
  api,
  look,
  t,
}) => {
  const mark = Date.now().toString(36);
  const project = await api.post('/projects', { name: `Quay ${mark}` });
  const quay = await api.post(`/projects/${project.id}/structures`, { name: 'Quay', type: 'Bridge' });
  const device = await api.post(`/corporations/${project.corporationId}/devices`, {
    ...{ name: 'Tilt 1', type: 'IDM', model: 'IDM-2', projectId: project.id },
    ...{ sncode: `UN${mark}`, register: `UN${mark}` },
  });
  const { list } = await api.post(`/structures/${quay.id}/measuring-points`, {
    points: ['T-01', 'T-02'].map((name) => ({ name, measurement: 'Tilt', category: 'IDM' })),
  });
  const record = (aspect: string, value: unknown) =>
    api.post(`/structures/${quay.id}/measuring-points/${list[0].id}/versions`, { aspect, validFrom: 0, value });
  await record('binding', { sources: [{ role: 'main', deviceId: device.id }] });
  const direct = { computedField: 'angleX', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT' };
  await record('formula', { rules: [{ ...direct, options: { field: 'angleX' } }] });
  const fix = (point: string, step: string) =>
    page.getByRole('link', { name: `${point} ${t(`project:unprotected.fix.${step}`)}` });

  await signIn('admin', undefined, `/dashboard/project/${project.id}`);
  const panel = page.getByRole('region', { name: t('project:unprotected.title') }).first();
  await expect(panel.getByRole('listitem')).toHaveText([/T-02/, /T-01/]);
  await expectSound(page, look);
  await fix('T-01', 'viewDevice').click();
  await expect(page).toHaveURL(new RegExp(`/devices\\?device=${device.id}`));
  await expect(page.getByRole('dialog')).toContainText(`UN${mark}`);
  await page.goBack();

  // The count in the strip leads to the whole list, which can be narrowed and kept as a file.
  await page.getByRole('link', { name: `${t('common:level.noData')} 2` }).click();
  const rows = page.getByRole('row').filter({ hasText: /T-0/ });
  await expect(rows).toHaveText([/T-02/, /T-01/]);
  await expectSound(page, look);
  await choose(page, t('project:unprotected.reason'), new RegExp(t('project:unprotected.code.noFormula')));
  await expect(rows).toHaveText([/T-02/]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('project:unprotected.export') }).click();
  const file = readFileSync(await (await saving).path(), 'utf8');
  expect(file.trim().split('\r\n')).toEqual([
    expect.stringContaining('Reason'),
    expect.stringMatching(/^T-02,Tilt,Quay,/),
  ]);
  await fix('T-02', 'bindDevice').click();
  await expect(page).toHaveURL(/tab=binding/);
  await expect(page.getByRole('combobox', { name: t('console:binding.device') })).toBeVisible();

  // T-01 has never sent: its threshold would judge nothing.
  await page.goto(`/projects/${project.id}/console/structures/${quay.id}/items/0/mps/${list[0].id}?tab=thresholds`);
  await page.getByRole('button', { name: t('console:thresholds.add') }).click();
  await page.getByRole('spinbutton', { name: t('common:level.1'), exact: true }).fill('3');
  await page.keyboard.press('Tab');
  await page.getByRole('spinbutton', { name: t('console:thresholds.confirm'), exact: true }).fill('3');
  await choose(page, t('console:thresholds.atOnce'), t('common:level.4'));
  await page.getByRole('spinbutton', { name: t('console:thresholds.days'), exact: true }).fill('2');
  await page.getByRole('button', { name: t('console:version.preview') }).click();
  await expect(page.getByText(/not be in effect: T-01/)).toBeVisible();
  await expectSound(page, look);
  await page.getByRole('button', { name: t('console:version.confirm') }).click();
  await expect
    .poll(async () => (await api.get(`/structures/${quay.id}/measuring-points/${list[0].id}/thresholds`)).list)
    .toEqual([expect.objectContaining({ blue: 3, confirmTimes: 3, atOnce: 4, confirmDays: 2 })]);
});

test('points of a tunnel are placed, moved, removed and restored on each drawing independently', async ({
  page,
  signIn,
  api,
  look,
  t,
}) => {
  const project = await api.post('/projects', { name: `Plans ${Date.now().toString(36)}` });
  const tunnel = await api.post(`/projects/${project.id}/structures`, { name: 'Tunnel', type: 'Tunnel' });
  const made = await api.post(`/structures/${tunnel.id}/measuring-points`, {
    points: ['R-01', 'R-02'].map((name) => ({ name, measurement: 'Crack', category: 'Crack' })),
  });
  const [first] = made.list;
  const plans = `/projects/${project.id}/plans`;
  const [plan, ring] = [
    await api.post(plans, { structureId: tunnel.id, name: 'Plan', kind: 'plan' }),
    await api.post(plans, { structureId: tunnel.id, name: 'Ring 120', kind: 'section', realWidth: 6 }),
  ];
  const marksOf = async (id: number): Promise<{ measuringPointId: number; x: number; y: number }[]> =>
    (await api.get(`${plans}/${id}`)).marks;
  const drawing = (name: string, count: number) => page.getByRole('img', { name: t('plan:label', { name, count }) });
  const undo = page.getByRole('button', { name: t('plan:undo') });

  await signIn('admin', undefined, `/projects/${project.id}/console/plans?plan=${ring.id}`);
  await page.getByRole('button', { name: / R-01/ }).click();
  await drawing('Ring 120', 0).click({ position: { x: 300, y: 200 } });
  // The next one by keyboard, then to its place in numbers.
  await page.getByRole('button', { name: t('plan:center') }).press('Enter');
  await expect(drawing('Ring 120', 2)).toBeVisible();
  await page.getByRole('button', { name: / R-02/ }).click();
  const left = page.getByRole('spinbutton', { name: t('plan:x') });
  await expect(left).toHaveValue('50');
  await left.fill('20');
  await left.press('Enter');
  await expect.poll(async () => (await marksOf(ring.id)).map(({ x }) => x)).toContain(0.2);
  await expectSound(page, look);
  await page.getByRole('button', { name: t('plan:remove') }).click();
  await expect(drawing('Ring 120', 1)).toBeVisible();
  await undo.click();
  await expect(drawing('Ring 120', 2)).toBeVisible();
  await expect.poll(async () => (await marksOf(ring.id)).length).toBe(2); // it is drawn before it is saved
  const before = await marksOf(ring.id);

  // Another drawing has no undo steps, and keeps those of the first.
  await choose(page, t('plan:sheet'), /^Plan/);
  await expect(drawing('Plan', 0)).toBeVisible();
  await expect(undo).toBeDisabled();
  await choose(page, t('plan:sheet'), /^Ring 120/);
  // A picture of another size replaces the blank sheet: all positions are kept.
  await page.getByRole('button', { name: t('plan:edit') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(await drawnPicture(page, 2400, 900));
  await expect(dialog.getByRole('img', { name: t('plan:form.preview') })).toBeVisible();
  await dialog.getByRole('button', { name: t('common:action.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(drawing('Ring 120', 2)).toBeVisible();
  expect(await marksOf(ring.id)).toEqual(before);
  await undo.click();
  await expect
    .poll(async () => (await marksOf(ring.id)).map(({ measuringPointId, x }) => [measuringPointId === first.id, x]))
    .toContainEqual([false, 0.5]);
  expect(await marksOf(plan.id)).toEqual([]);
});

test('the topology finds a device by serial number, shows its state and is reordered by dragging', async ({
  page,
  signIn,
  api,
  look,
  t,
}) => {
  const project = await api.post('/projects', { name: `Topo ${Date.now().toString(36)}` });
  const mark = Date.now().toString(36).toUpperCase();
  const fields = { type: 'IDM', model: 'IDM-2', projectId: project.id };
  for (const no of [1, 2]) {
    const register = `TP${no}${mark}`;
    const name = `Tilt ${no}`;
    await api.post(`/corporations/${project.corporationId}/devices`, { ...fields, name, sncode: register, register });
  }
  await signIn('admin', undefined, `/projects/${project.id}/console/topology`);
  const nodes = page.getByRole('tree', { name: t('topology:devices.tree') }).getByRole('treeitem');
  await expect(nodes).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: t('topology:devices.search') });
  await search.fill(`tp2${mark}`);
  await search.press('Enter');
  await expect(page.getByRole('status').getByText(t('topology:hits', { at: 1, count: 1 }))).toBeVisible();
  await expect(nodes).toHaveText([/Tilt 1/, /Tilt 2/]);
  await expect(nodes.nth(1)).toContainText(t('common:deviceState.offline'));
  // A node is dragged before another one, and the new order is stored.
  const graph = page.getByRole('img', { name: t('topology:devices.graph', { count: 2 }) });
  const box = await graph.boundingBox();
  if (!box) throw new Error('there is no graph');
  await page.mouse.move(box.x + 100, box.y + 61);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y + 31, { steps: 4 });
  await page.mouse.up();
  await expect(nodes).toHaveText([/Tilt 2/, /Tilt 1/]);
  await page.getByRole('button', { name: t('common:map.zoomIn') }).click();
  await expectSound(page, look);
  const { devices } = await api.get(`/projects/${project.id}/topo`);
  expect(devices.map(({ name }: { name: string }) => name)).toEqual(['Tilt 2', 'Tilt 1']);
});

test('a wall screen shows alerts below the projects, and a phone shows when each was raised', async ({
  page,
  signIn,
  t,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await signIn('admin', undefined, '/dashboard');
  const panel = (title: string) => page.getByRole('region', { name: title }).first();
  const row = panel(t('home:alerts.title')).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  const placeOf = async (title: string) => (await panel(title).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const projects = await placeOf(t('home:list.title'));
  const alerts = await placeOf(t('home:alerts.title'));
  const trend = await placeOf(t('home:insights.trend'));
  // One column from top to bottom, without gaps.
  expect([alerts.x, trend.x]).toEqual([projects.x, projects.x]);
  expect(alerts.y - projects.y - projects.height).toBeCloseTo(12, 0);
  expect(trend.y - alerts.y - alerts.height).toBeCloseTo(12, 0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row).toContainText(/\d\d-\d\d \d\d:\d\d/);
});
