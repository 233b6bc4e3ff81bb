import { Api } from './api';
import { choose } from './controls';
import { enter, expect, expectSound, test } from './fixtures';
import { installWithLines, relayOnLine } from './lines-server';
import { type Look, words } from './look';

test.use({ look: { language: 'zh', theme: 'default' } });

const english: Look = { language: 'en', theme: 'white' };
const label = (zh: string, en: string) => ({ zh, en, 'zh-TW': zh });
const coil = (on: boolean) => `{address} 05 00 00 ${on ? 'FF' : '00'} 00`;
const commands = [
  { code: 'sirenOn', label: label('鸣响', 'Siren on'), form: 'hex', send: `${coil(true)} {crc16}` },
  { code: 'sirenOff', label: label('静音', 'Siren off'), form: 'hex', send: `${coil(false)} {crc16}` },
];

/** A project with a siren at a DTU and a crack that people measure; enter enters a width that was read some ms ago. */
async function site(api: Api) {
  const project = await api.post('/projects', { name: 'Pit', timeZone: 'UTC' });
  const corporation = `/corporations/${project.corporationId}`;
  const own = { series: 'own', type: 'WATERLEVEL', isMeasuring: true };
  await api.post(`${corporation}/device-models`, { ...own, code: 'SIREN-1', label: 'Siren', commands });
  await api.post(`${corporation}/device-models`, { ...own, code: 'GAUGE-1', label: 'Gauge' });
  const add = (device: object) => api.post(`${corporation}/devices`, { projectId: project.id, ...device });
  const dtu = await add({ name: 'DTU', type: 'DTU', model: 'DTU-1', sncode: 'DTU-1', register: 'DTU-1' });
  const line = { aspect: 'connection', validFrom: 0, value: { collectorId: dtu.id, channelNo: 1 } };
  const siren = await add({ name: '警报器', type: own.type, model: 'SIREN-1', sncode: 'SIREN-1', config: [line] });
  await add({ name: '水位计', type: own.type, model: 'GAUGE-1', sncode: 'GAUGE-1' });
  await api.patch(`${corporation}/devices/${siren.id}/link-config`, {
    validFrom: 0,
    value: { protocol: 'modbus', address: 5, retries: -1, profile: { preset: 'vw', channels: 1 } },
  });
  const { id: structure } = await api.post(`/projects/${project.id}/structures`, { name: '围护墙', type: 'Bridge' });
  const points = `/structures/${structure}/measuring-points`;
  const { list } = await api.post(points, {
    points: [{ name: 'CX-01', type: 'artificial', measurement: 'Crack', category: 'Artificial' }],
  });
  const point = `${points}/${list[0].id}`;
  const limits = { field: 'width', valueType: 'observed', blue: 1, yellow: 2, orange: 3, red: 4, enable: true };
  await api.put(`${point}/thresholds`, { validFrom: Date.UTC(2024, 0), list: [limits] });
  const enterWidth = (ago: number, width: number) =>
    api.post(`${point}/artificial-data`, {
      rows: [{ time: new Date(Date.now() - ago).toISOString().slice(0, 19).replace('T', ' '), values: { width } }],
      note: 'tape',
    });
  return { project, enterWidth, path: `/projects/${project.id}/alerts/field-actions` };
}

test('an alert switches a siren on site, after a rule was made and tried out', async ({ page, t, look }) => {
  test.setTimeout(180_000);
  const own = await installWithLines();
  let relay: ReturnType<typeof relayOnLine> | undefined;
  try {
    const api = await Api.signIn(own.base, 'admin', own.password);
    const { project, enterWidth, path } = await site(api);
    const account = { name: 'admin', password: own.password };
    await enter(page, look, own.base, { ...account, path });
    await expect(page.getByText(t('field-actions:none'), { exact: true })).toBeVisible();
    await expect(page.getByText(t('field-actions:log.none'), { exact: true })).toBeVisible();
    await expectSound(page, look);

    // A rule: what is missing is said at its field, and devices without common commands have nothing to choose from.
    await page.getByRole('button', { name: t('field-actions:add') }).click();
    const dialog = page.getByRole('dialog').first();
    const save = dialog.getByRole('button', { name: t('common:action.save') });
    await save.click();
    for (const text of ['nameEmpty', 'devicesEmpty', 'onEmpty'] as const)
      await expect(dialog.getByText(t(`field-actions:${text}`))).toBeVisible();
    await expectSound(page, look);
    await dialog.getByLabel(t('field-actions:name'), { exact: true }).fill('基坑警报器');
    await choose(dialog, t('field-actions:devices'), '水位计');
    await expect(dialog.getByText(t('field-actions:commandsNone', { models: 'GAUGE-1' }))).toBeVisible();
    await choose(dialog, t('field-actions:devices'), '警报器');
    await expect(dialog.getByText(/^型号 .*没有共同的指令/)).toBeVisible();
    await choose(dialog, t('field-actions:devices'), '水位计');
    await page.keyboard.press('Escape');
    await choose(dialog, t('field-actions:on'), '鸣响');
    await choose(dialog, t('field-actions:off'), '静音');
    await save.click();
    const rule = page.getByRole('row').filter({ hasText: '鸣响 → 静音' });
    await expect(rule).toContainText('警报器');
    await expectSound(page, look);

    // Nothing is connected: the test says so, and does not wait.
    await rule.getByRole('button', { name: t('field-actions:test.start') }).click();
    await dialog.getByRole('button', { name: t('field-actions:test.on.command') }).click();
    const outcome = dialog.getByRole('list', { name: t('field-actions:test.results') }).getByRole('listitem');
    await expect(outcome.first()).toContainText(t('field-actions:state.failed'), { timeout: 20_000 });
    await expect(outcome.first()).toContainText(t('field-actions:reason.notConnected'));
    await expectSound(page, look);

    // Once it is connected, it goes on for 5 s. A press while another test is under way changes nothing, so the next one
    // waits until that has ended.
    relay = relayOnLine(own.port, 'DTU-1');
    await expect
      .poll(
        async () => {
          await dialog.getByRole('button', { name: t('field-actions:test.on.command') }).click();
          await expect(outcome.first()).toContainText(/设备已执行|失败|已处于开启状态|无需更改/, { timeout: 20_000 });
          return outcome.first().innerText();
        },
        { timeout: 60_000, intervals: [500, 6_000] },
      )
      .toContain(t('field-actions:state.answered'));
    await expect(outcome.last()).toContainText(t('field-actions:state.answered'), { timeout: 30_000 });
    expect(relay.on).toBe(false);
    await dialog
      .getByRole('button', { name: t('common:action.close') })
      .last()
      .click();
    const log = page.getByRole('table', { name: t('field-actions:log.title') });
    await expect(
      log
        .getByRole('row')
        .filter({ hasText: t('field-actions:why.test') })
        .first(),
    ).toContainText('Administrator');

    // An alert switches it on, and its end switches it off.
    const writes = relay.writes;
    await enterWidth(600_000, 3.5);
    await expect.poll(() => relay?.on, { timeout: 30_000 }).toBe(true);
    await choose(page, t('field-actions:outcome'), t('field-actions:state.answered'));
    await expect(page).toHaveURL(/state=answered/);
    await log.getByRole('link', { name: t('field-actions:why.raised') }).click({ timeout: 30_000 });
    await expect(page).toHaveURL(/alerts\/\d+$/);
    const history = page.getByRole('region', { name: t('alerts:history') });
    await expect(history.getByText(/基坑警报器/)).toBeVisible();
    await expect(history.getByText('鸣响', { exact: false })).toBeVisible();
    await expectSound(page, look);
    for (const ago of [500_000, 400_000, 300_000]) await enterWidth(ago, 0);
    await expect.poll(() => relay?.on, { timeout: 30_000 }).toBe(false);
    expect(relay.writes).toBe(writes + 2);
    const en = words('en');
    await page.evaluate(({ language, theme }) => {
      localStorage.setItem('plumbline.language', language);
      localStorage.setItem('plumbline.theme', theme);
    }, english);
    await enter(page, english, own.base, { ...account, path: new URL(page.url()).pathname });
    const after = page.getByRole('region', { name: en('alerts:history') });
    await expect(after.getByText(/Siren off/)).toBeVisible({ timeout: 20_000 });
    await expect(after.getByText(en('field-actions:state.answered'))).toHaveCount(2, { timeout: 20_000 });
    await expectSound(page, english);

    // It is changed, disabled and deleted; the log stays.
    await page.goto(`${own.base}${path}`);
    const row = page.getByRole('row').filter({ hasText: 'Siren on → Siren off' });
    await row.getByRole('button', { name: en('common:action.edit') }).click();
    await dialog.getByLabel(en('field-actions:name'), { exact: true }).fill('Pit siren');
    await dialog.getByText(en('field-actions:does.interval')).click();
    await dialog.getByRole('spinbutton', { name: en('field-actions:interval') }).fill('15');
    await dialog.getByRole('button', { name: en('common:action.save') }).click();
    const changed = page.getByRole('row').filter({ hasText: en('field-actions:setTo', { minutes: 15 }) });
    await changed.getByRole('switch').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('field-actions:disable') })
      .click();
    await expect(changed.getByRole('switch')).not.toBeChecked();
    await expectSound(page, english);
    await changed.getByRole('button', { name: en('common:action.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('common:action.delete') })
      .click();
    await expect(page.getByText(en('field-actions:none'), { exact: true })).toBeVisible();
    await expect(page.getByRole('cell', { name: '基坑警报器' }).first()).toBeVisible();
    expect((await api.get(`/projects/${project.id}/field-rules`)).list).toEqual([]);
  } finally {
    relay?.hangUp();
    await page.goto('about:blank');
    await own.stop();
  }
});
