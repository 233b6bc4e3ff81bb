import { readFile } from 'node:fs/promises';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh-TW', theme: 'white' } });

test('a device workbook is checked, swaps and moves are undone, and labels are printed', async ({
  page,
  signIn,
  look,
  t,
  api,
}) => {
  test.setTimeout(180_000);
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `批次${mark}` });
  const devices = `/corporations/${project.corporationId}/devices`;
  const hub = await api.post(devices, {
    ...{
      name: '採集器',
      type: 'HDA3',
      model: 'HDA3-32',
      sncode: `H${mark}`,
      register: `H${mark}`,
      projectId: project.id,
    },
  });
  const sensor = (name: string, channelNo: number) =>
    api.post(devices, {
      ...{ name, type: 'Crack', model: 'CRK-VW', sncode: `C${channelNo}${mark}`, projectId: project.id },
      config: [{ aspect: 'connection', validFrom: 0, value: { collectorId: hub.id, channelNo } }],
    });
  const [first, second] = [await sensor('裂縫計一', 1), await sensor('裂縫計二', 2)];
  const list = `/projects/${project.id}/devices`;
  await signIn(undefined, undefined, `${list}/import`);

  // The template in the user's language, and the devices in the same template.
  let saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('bulk:importing.template') }).click();
  expect((await saving).suggestedFilename()).toBe('devices-template.xlsx');
  saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('bulk:importing.export') }).click();
  const file = await readFile(await (await saving).path());
  const chooseFile = () =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'devices.xlsx', mimeType: 'application/octet-stream', buffer: file });

  // The devices exist already: every serial number is marked, on the screen and in the file.
  await chooseFile();
  await expect(page.getByText(t('bulk:importing.bad', { count: '4' }))).toBeVisible(); // three serial numbers and a register
  await expect(page.getByRole('cell', { name: `H${mark}` }).first()).toBeVisible();
  await expectSound(page, look);
  saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('bulk:importing.marked') }).click();
  expect((await saving).suggestedFilename()).toBe('devices-marked.xlsx');

  // Two sensors were wired the wrong way round since yesterday.
  await page.goto(`${list}/actions?do=swap&ids=${first.id},${second.id}`);
  await page.getByRole('button', { name: t('bulk:preview.ask') }).click();
  await expect(page.getByText('採集器 · 1 → 採集器 · 2')).toBeVisible();
  await expectSound(page, look);
  await page.getByRole('button', { name: t('bulk:swap.run'), exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: t('bulk:actions.kind.swapChannels') })).toBeVisible();
  const undo = (subject: string) =>
    page.getByRole('button', { name: t('bulk:actions.undoTitle', { name: subject }) }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: t('bulk:actions.undo'), exact: true });
  await undo('裂縫計一 ⇄ 裂縫計二');
  await confirm.click();
  await expect(
    page.getByText(t('bulk:actions.undoneBy', { name: '', time: '' }).trim().slice(-2)).first(),
  ).toBeVisible();

  // Moved to the stock of the corporation, and back by undoing.
  await page.goto(`${list}/actions?do=move&ids=${hub.id}`);
  await page.getByLabel(t('bulk:move.target')).click();
  await page.getByTitle(t('bulk:move.stock'), { exact: true }).click();
  await page.getByRole('button', { name: t('bulk:preview.ask') }).click();
  await expect(page.getByText(`${project.name} → ${t('bulk:move.stock')}`).first()).toBeVisible();
  await page.getByRole('button', { name: t('bulk:move.run'), exact: true }).click();
  await expect.poll(async () => (await api.get(`${devices}?projectId=${project.id}`)).total).toBe(0);
  await page.goto(`${list}/actions`);
  await undo('採集器、裂縫計一、裂縫計二');
  await confirm.click();
  await expect.poll(async () => (await api.get(`${devices}?projectId=${project.id}`)).total).toBe(3);

  // Labels for the site.
  await page.goto(`${list}/labels`);
  await expect(page.getByRole('list', { name: t('bulk:labels.title') }).getByRole('listitem')).toHaveCount(3);
  await expectSound(page, look);
  await choose(page, t('bulk:labels.paper'), t('bulk:labels.papers.roll60'));
  await expect(page).toHaveURL(/paper=roll60/);
  await expect(page.locator('[data-paper=roll60]')).toBeAttached();
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/MediaBox/g);
  expect(pages).toHaveLength(3); // a label each
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
});

test('a device import is undone', async ({ page, signIn, look, t, baseURL, api }) => {
  test.setTimeout(120_000);
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `匯入${mark}` });
  const devices = `/corporations/${project.corporationId}/devices`;
  const made = await api.post(devices, {
    ...{
      name: '雨量計',
      type: 'Rain',
      model: 'RN-02',
      sncode: `R${mark}`,
      register: `R${mark}`,
      projectId: project.id,
    },
  });
  const headers = { authorization: `Bearer ${api.session.token}` };
  const exported = await fetch(`${baseURL}/api${devices}/workbook?projectId=${project.id}`, { headers });
  const file = Buffer.from(await exported.arrayBuffer());
  await fetch(`${baseURL}/api${devices}/${made.id}`, { method: 'DELETE', headers });

  await signIn(undefined, undefined, `/projects/${project.id}/devices/import`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'rain.xlsx', mimeType: 'application/octet-stream', buffer: file });
  await page.getByRole('button', { name: t('bulk:importing.run', { count: '1' }) }).click();
  await expect(page.getByText(t('bulk:importing.done', { count: '1' }))).toBeVisible();
  await expectSound(page, look);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('bulk:importing.secrets') }).click();
  expect((await saving).suggestedFilename()).toMatch(/^secrets-\d+\.csv$/);
  await page.getByRole('link', { name: t('bulk:importing.toActions') }).click();
  await page.getByRole('button', { name: t('bulk:actions.undoTitle', { name: `R${mark}` }) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('雨量計')).toBeVisible();
  await expectSound(page, look);
  await dialog.getByRole('button', { name: t('bulk:actions.undo'), exact: true }).click();
  await expect.poll(async () => (await api.get(`${devices}?projectId=${project.id}`)).total).toBe(0);
});
