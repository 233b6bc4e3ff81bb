import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Api } from './api';
import { choose } from './controls';
import { enter, expect, expectSound, test } from './fixtures';
import type { Look } from './look';
import { freePort, program } from './private';

const password = 'Newcomer-2026!';
const look: Look = { language: 'zh-TW', theme: 'white' };

/** A program of the product that runs until it is stopped; it is ready when it prints a text. */
async function run(args: string[], ready: string) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PLUMBLINE_ADMIN_PASSWORD: password },
  });
  child.stderr.resume();
  for await (const line of createInterface(child.stdout)) if (line.includes(ready)) break;
  child.stdout.resume();
  return async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
}

test.use({ look });

test('a shape array is set up at its collecting service', async ({ page, t }) => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-array-'));
  const base = `http://127.0.0.1:${await freePort()}`;
  const flags = ['--http', new URL(base).host, '--mqtt', '127.0.0.1:0', '--ops', ''];
  const stops = [await run(['serve', '--data', folder, ...flags, '--allow-net', '127.0.0.0/8'], ' is up: ')];
  try {
    const api = await Api.signIn(base, 'admin', password);
    const project = await api.post('/projects', { name: 'Slope 7' });
    const devices = `/corporations/${project.corporationId}/devices`;
    const array = await api.post(devices, {
      ...{ name: 'Array', type: 'ADMI', model: 'ADMI-500', sncode: 'ADMI-7', register: 'ADMI-7' },
      projectId: project.id,
    });
    const drawer = page.getByRole('dialog').first();
    const button = (name: string) => drawer.getByRole('button', { name });
    await enter(page, look, base, { password, path: `/projects/${project.id}/devices?device=${array.id}&tab=array` });
    await expect(drawer.getByText(t('array:notSet'))).toBeVisible();

    // The service is not running yet, then it is.
    const address = `127.0.0.1:${await freePort()}`;
    await api.patch(`${devices}/${array.id}/link-config`, { value: { dial: `grpc://${address}` } });
    await page.reload();
    await expect(drawer.getByText(t('array:states.unreachable'), { exact: true })).toBeVisible();
    const fields = ['--fields', '0/1.ax,0/1.ay,0/2.ax,0/2.ay', '--start', '10m', '--interval', '60s'];
    const named = ['--register', 'ADMI-7', '--secret', array.secret];
    stops.push(await run(['simulate', '--admi', address, ...named, ...fields], 'grpc://'));
    await expect(drawer.getByText(t('array:states.notConfigured'), { exact: true })).toBeVisible({
      timeout: 20_000,
    });
    await expect(button(t('array:start'))).toBeDisabled();
    await expect(drawer.getByText(t('array:portStates.own'), { exact: true })).toBeVisible();

    // The maker's file is uploaded and handed on, then chosen with the interval.
    await drawer.locator('input[type=file]').setInputFiles({
      name: 'maker.cal',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('8 segments'),
    });
    const row = drawer.getByRole('row', { name: /maker\.cal/ });
    await expect(row).toContainText(t('array:fileStates.unused'));
    await choose(drawer, t('array:calibration'), 'maker.cal');
    const interval = drawer.getByLabel(t('array:interval'));
    await interval.fill('');
    await button(t('common:action.save')).click();
    await expect(drawer.getByText(t('array:numberNeeded'))).toBeVisible();
    await interval.fill('600');
    await button(t('common:action.save')).click();
    await expect(row).toContainText(t('array:fileStates.usedSince', { time: '' }).trim().slice(0, 2));
    const now = await api.get(`${devices}/${array.id}/admi/collect-config`);
    expect([now.interval, now.calibrationFile, now.calibrationSince > 0]).toEqual([600, 'maker.cal', true]);

    // A file that is used cannot be deleted while the array is read.
    await button(t('array:start')).click();
    await expect(drawer.getByText(t('array:states.collecting'), { exact: true })).toBeVisible();
    const remove = button(t('array:remove', { name: 'maker.cal' }));
    await expect(remove).toBeDisabled();
    await expectSound(page, look);
    await button(t('array:stop')).click();
    await expect(drawer.getByText(t('array:states.stopped'), { exact: true })).toBeVisible();
    await remove.click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: t('common:action.delete') })
      .click();
    await expect(row).toContainText(t('array:fileStates.notSent'));
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
