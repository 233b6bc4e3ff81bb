import { Api } from './api';
import { choose } from './controls';
import { publish, send } from './device';
import { switchOn } from './device-side';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'default' } });

const arrival = { timeout: 30_000 };

/** A project with one networked tilt meter. */
async function withDevice(base: string, name: string) {
  const api = await Api.signIn(base);
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `${name}${mark}` });
  const devices = `/corporations/${project.corporationId}/devices`;
  const register = `IDM${mark}`;
  const { id, secret } = await api.post(devices, {
    ...{ name: `T${mark}`, type: 'IDM', model: 'IDM-2', sncode: register, register, projectId: project.id },
  });
  return { api, mark, project, devices, id: id as number, device: { register, secret: secret as string } };
}

test('a command waits while the device is offline, is answered once it is online, and can be canceled', async ({
  page,
  signIn,
  look,
  t,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { project, id, device } = await withDevice(baseURL ?? '', 'Ask');
  await signIn(undefined, undefined, `/projects/${project.id}/devices?device=${id}&tab=commands`);
  const drawer = page.getByRole('dialog');
  const row = (kind: string) => drawer.getByRole('row').filter({ hasText: t(`commands:kind.${kind}`) });
  const order = async (kind: string) => {
    await choose(drawer, t('commands:column.command'), t(`commands:kind.${kind}`));
    await drawer.getByRole('button', { name: t('commands:send'), exact: true }).click();
  };
  await order('setInterval');
  await expect(row('setInterval')).toContainText(t('commands:state.hanging'));
  await expect(drawer).toContainText(t('common:deviceState.offline'));
  await order('reset');
  await row('reset')
    .getByRole('button', { name: t('common:action.cancel') })
    .click();
  await expect(row('reset')).toContainText(t('commands:state.cancelled'));
  await expectSound(page, look);

  const there = switchOn(device, baseURL ?? '');
  await expect(row('setInterval')).toContainText(t('commands:state.answered'), arrival);
  for (const kind of ['read', 'setTime', 'reset']) {
    await order(kind);
    await expect(row(kind).first()).toContainText(t('commands:state.answered'), arrival);
  }
  // The open page follows without a reload.
  await expect(drawer).toContainText(t('common:deviceState.online'), arrival);
  await choose(drawer, t('commands:column.command'), t('commands:kind.read'));
  await drawer.getByRole('spinbutton', { name: t('commands:every') }).fill('5');
  await drawer.getByRole('button', { name: t('commands:keep') }).click();
  await expect(row('read').first()).toContainText(/[1-9]/, arrival);
  await row('read')
    .first()
    .getByRole('button', { name: t('common:action.cancel') })
    .click();
  await expect(row('read').first()).toContainText(t('commands:state.cancelled'));
  await expectSound(page, look);
  await there.switchOff();
});

test('frames are shown live, tested by hand, and replayed if dead', async ({ page, signIn, look, t, baseURL }) => {
  test.setTimeout(120_000);
  const { id, device } = await withDevice(baseURL ?? '', 'Frames');
  await expect(() => publish(device, { angleX: 0.5, angleY: 0 })).toPass({ timeout: 10_000 });
  await signIn(undefined, undefined, `/test?device=${id}`);
  const frames = page.getByRole('list', { name: t('debug:tab.frames') }).getByRole('listitem');
  await expect(frames.filter({ hasText: '0.5' })).toHaveCount(1);
  await publish(device, { angleX: 0.75, angleY: 0 });
  await expect(frames.filter({ hasText: '0.75' })).toHaveCount(1, arrival);
  await expectSound(page, look);

  // A frame of the log is taken apart, and tried with another value.
  await frames.filter({ hasText: '0.75' }).getByRole('button').click();
  const fields = page.getByRole('region', { name: t('debug:fields') }).first();
  await expect(fields.getByRole('row').filter({ hasText: 'v.angleX' })).toContainText('0.75');
  await expect(page.getByRole('region', { name: t('debug:reached') }).first()).toContainText('0.75');
  await page.getByRole('spinbutton').first().fill('1.5');
  await page.getByRole('button', { name: t('debug:run') }).click();
  await expect(page.getByRole('region', { name: t('debug:outcome') })).toBeVisible();
  await page.getByRole('button', { name: t('debug:showFrame') }).click();
  await expect(fields.getByRole('row').filter({ hasText: 'v.angleX' })).toContainText('1.5');
  await expectSound(page, look);

  await page.getByRole('button', { name: t('debug:paste') }).click();
  const paste = page.getByRole('textbox', { name: t('debug:frame') });
  await paste.fill('{"type":"data","v":{"angleX":1.25}}');
  await page.getByRole('button', { name: t('debug:try'), exact: true }).click();
  await expect(fields.getByRole('row').filter({ hasText: 'v.angleX' })).toContainText('1.25');
  await paste.fill('{"type":"nothing"');
  await page.getByRole('button', { name: t('debug:try'), exact: true }).click();
  await expect(fields.getByRole('alert')).toBeVisible();

  await send(device, { type: 'data', t: Date.now(), v: { angleX: 'broken' } });
  await page.getByRole('tab', { name: t('debug:tab.dead') }).click();
  const dead = page.getByRole('list', { name: t('debug:tab.dead') }).getByRole('listitem');
  await expect(dead.filter({ hasText: 'broken' })).toHaveCount(1, arrival);
  await page.getByRole('button', { name: t('debug:replay') }).click();
  const plan = page.getByRole('region', { name: t('debug:plan.title') });
  await expect(plan).toContainText(t('debug:plan.frames', { count: 1, decoded: 0 }));
  await plan.getByRole('button', { name: t('common:action.cancel') }).click();
  await expect(dead.filter({ hasText: 'broken' })).toHaveCount(1);
  await expectSound(page, look);
});

test('an offline device gets its firmware once it is online', async ({ page, signIn, look, t, baseURL }) => {
  test.setTimeout(120_000);
  const { device, mark } = await withDevice(baseURL ?? '', 'Firmware');
  await signIn(undefined, undefined, '/software');
  await page.getByRole('button', { name: t('software:upload') }).click();
  const dialog = page.getByRole('dialog');
  const file = (name: string) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(`firmware ${mark}`),
  });
  await dialog.locator('input[type=file]').setInputFiles(file('my firmware.hsf'));
  await expect(dialog.getByText(t('software:badName'))).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(file(`IDM_2-2.0.0.1-${mark}.hsf`));
  await dialog.getByRole('textbox', { name: t('software:notice') }).fill('Faster');
  await expectSound(page, look);
  await dialog.getByRole('button', { name: t('software:upload'), exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: mark });
  await row.getByRole('button', { name: t('software:assign') }).click();
  await choose(dialog, t('software:column.devices'), new RegExp(`T${mark}`), `T${mark}`);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: t('software:assign'), exact: true }).click();
  const upgrade = page.getByRole('listitem').filter({ hasText: `T${mark}` });
  await expect(upgrade).toContainText(t('software:step.hanging'));
  await expectSound(page, look);
  const there = switchOn(device, baseURL ?? '');
  await expect(upgrade).toContainText(t('software:state.success'), arrival);
  await expectSound(page, look);
  await there.switchOff();
});
