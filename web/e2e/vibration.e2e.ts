import { type Device, send } from './device';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const rate = 500;
const count = 4000;

/** A decaying vibration of 12 Hz, of which one sample is the peak of all. */
function samples(part: number, n: number): string {
  const bytes = Buffer.alloc(2 * n);
  for (let i = 0; i < n; i++) {
    const at = (part * n + i) / rate;
    bytes.writeInt16LE(Math.round(3000 * Math.exp(-at) * Math.sin(2 * Math.PI * 12 * at)), 2 * i);
  }
  return bytes.toString('base64');
}

test('a record is found, opened, zoomed, read as a table and saved', async ({ page, signIn, api, t, look }) => {
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `Vibration ${mark}` });
  const corporation = `/corporations/${project.corporationId}`;
  const device = await api.post(`${corporation}/devices`, {
    ...{ projectId: project.id, name: 'Recorder', kind: 'Measuring', type: 'VDM', model: 'VDM-3' },
    ...{ sncode: `VDM-${mark}`, register: `VDM-${mark}` },
  });
  await signIn();
  await page.goto(`/projects/${project.id}/devices?device=${device.id}&tab=vibration`);
  await expect(page.getByText(t('records:none'))).toBeVisible();

  const recorder: Device = { register: device.register, secret: device.secret };
  const began = Date.now() - 60_000;
  for (const part of [1, 0]) {
    await send(recorder, {
      ...{ type: 'block', t: began, fs: rate, n: count / 2, scale: 0.001, unit: 'mm/s', enc: 'i16le-b64' },
      ...{ axes: { x: samples(part, count / 2), z: samples(part, count / 2) }, part: part + 1, parts: 2 },
    });
  }
  await send(recorder, { type: 'event', t: began + 20, code: 'trigger', v: { vx: 0.62 } });
  await page.reload();
  const row = page
    .getByRole('table', { name: t('records:title') })
    .getByRole('row')
    .nth(1);
  await expect(row).toContainText('8 s');
  await expect(row).toContainText(t('records:triggeredBy', { value: '0.620' }));
  await expect(row).toContainText(/12\.0\d\s*Hz/);
  await expectSound(page, look);

  await row.click();
  await expect(page).toHaveURL(new RegExp(`record=${began}`));
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('default settings, no point uses the record')).toBeVisible();
  const charts = drawer.getByRole('img', { name: /^(Waveform|Amplitude spectrum) of/ });
  await expect(charts).toHaveCount(2);
  await expect(drawer.getByText(/every 4 samples/)).toBeVisible();
  await expectSound(page, look);

  const wave = charts.first();
  await wave.scrollIntoViewIfNeeded();
  const box = await wave.boundingBox();
  if (!box) throw new Error('no chart');
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 3);
  await page.keyboard.down('Control');
  for (let i = 0; i < 25; i++) await page.mouse.wheel(0, -240);
  await page.keyboard.up('Control');
  await expect(drawer.getByText(t('records:everySample'))).toBeVisible();
  await drawer
    .getByRole('button', { name: t('records:whole') })
    .first()
    .click();
  await expect(drawer.getByText(/every 4 samples/)).toBeVisible();

  await drawer
    .getByRole('button', { name: t('records:asTable') })
    .last()
    .click();
  await expect(drawer.getByText('0.250', { exact: true })).toBeVisible();
  const saved = page.waitForEvent('download');
  await drawer.getByRole('button', { name: t('records:csv') }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);

  await drawer.getByRole('button', { name: t('records:toList') }).click();
  await expect(page).not.toHaveURL(/record=/);
});
