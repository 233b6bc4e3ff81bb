import { readFile } from 'node:fs/promises';
import { type Device, publish } from './device';
import { expect, expectSound, test } from './fixtures';
import type { Look } from './look';

const look: Look = { language: 'zh-TW', theme: 'white' };

test.use({ look });

test('an instrument is tested: started, paused, ended, saved, exported and deleted', async ({
  page,
  signIn,
  api,
  t,
}) => {
  test.setTimeout(120_000);
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `Bench ${mark}` });
  const made = await api.post(`/corporations/${project.corporationId}/devices`, {
    ...{ name: 'Gauge', type: 'IDM', model: 'IDM-2', sncode: `IDM${mark}`, register: `IDM${mark}` },
    projectId: project.id,
  });
  const device: Device = { register: made.register, secret: made.secret };
  await signIn(undefined, undefined, `/test?device=${made.id}&tab=run`);
  const log = page.getByRole('listbox').or(page.getByRole('table')).first();
  const statistics = page.getByRole('region', { name: t('debug:testRun.statistics') });
  /** The mean stands behind the name, the count, the minimum and the maximum. */
  const mean = (value: RegExp) =>
    expect(statistics.getByRole('row').filter({ hasText: 'angleX' }).getByRole('cell').nth(4)).toHaveText(value, {
      timeout: 30_000,
    });

  await test.step('starts, and sees what arrives', async () => {
    await expect(page.getByText(t('debug:testRun.none'))).toBeVisible();
    await page.getByRole('button', { name: t('debug:testRun.start') }).click();
    await publish(device, { angleX: 1 });
    await publish(device, { angleX: 3 });
    await mean(/^2(\.0+)?$/);
    await expect(log).toBeVisible();
    await expectSound(page, look);
  });

  await test.step('pauses the display, and loses nothing', async () => {
    await page.getByRole('button', { name: t('debug:testRun.pause') }).click();
    await publish(device, { angleX: 8 });
    await expect(page.getByText(t('debug:waiting', { count: 1 }))).toBeVisible({ timeout: 30_000 });
    await mean(/^2(\.0+)?$/); // as it was
    await page.getByRole('button', { name: t('debug:testRun.resume') }).click();
    await mean(/^4(\.0+)?$/);
  });

  await test.step('ends and saves it', async () => {
    await page.getByRole('button', { name: t('debug:testRun.stop'), exact: true }).click();
    await page.getByRole('button', { name: t('debug:testRun.save') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('debug:testRun.name')).fill(`Run ${mark}`);
    await dialog.getByLabel(t('debug:testRun.remark')).fill('20 °C');
    await expectSound(page, look);
    await dialog.getByRole('button', { name: t('common:action.save'), exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: `Run ${mark}` })).toContainText('20 °C');
    await mean(/^4(\.0+)?$/);
    await expectSound(page, look);
  });

  await test.step('exports it', async () => {
    for (const format of ['csv', 'xlsx']) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: t('debug:testRun.exportAs', { format, name: `Run ${mark}` }) }).click();
      const content = await readFile(await (await saving).path());
      expect(content.length).toBeGreaterThan(100);
      if (format === 'csv') expect(content.toString()).toContain('angleX');
    }
  });

  await test.step('opens it again after a reload, and deletes it', async () => {
    await page.goto(`/test?device=${made.id}&tab=run`);
    await page
      .getByRole('row')
      .filter({ hasText: `Run ${mark}` })
      .click();
    await mean(/^4(\.0+)?$/);
    await page.getByRole('button', { name: t('debug:testRun.delete', { name: `Run ${mark}` }) }).click();
    await page
      .getByRole('tooltip')
      .getByRole('button', { name: t('common:action.delete') })
      .click();
    await expect(page.getByText(t('debug:testRun.none'))).toBeVisible();
    const path = `/corporations/${project.corporationId}/devices/${made.id}/test-runs`;
    expect((await api.get(path)).list).toEqual([]);
  });
});
