import { choose } from './controls';
import { expect, test } from './fixtures';

test('devices of several types are added, configured part by part and deleted', async ({ page, signIn, api, t }) => {
  test.setTimeout(240_000);
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `设备中心${mark}` });
  const make = (type: string, model: string, name: string) =>
    api.post(`/corporations/${project.corporationId}/devices`, {
      ...{ name, type, model, sncode: `${type}${mark}`, projectId: project.id },
    });
  const logger = await make('HDA3', 'HDA3-32', '采集仪');
  const pipe = await make('PAM', 'PAM-1', '管道仪');
  const array = await make('ADMI', 'ADMI-500', '阵列');
  const camera = await make('Camera', 'CAM-1', '摄像机');
  const list = `/projects/${project.id}/devices`;
  const drawer = page.getByRole('dialog').first();
  const save = page.getByRole('button', { name: /保存为第 \d+ 版|Save as version|儲存為第/ });
  await signIn('admin', undefined, list);

  // Tabs, filters and actions share one row; all device pages have the same tabs.
  const tabs = page.getByRole('radiogroup', { name: t('console:devices.title') });
  const rows = [tabs, page.getByRole('button', { name: t('console:devices.add') })].map((one) => one.boundingBox());
  const [first, last] = await Promise.all(rows);
  expect(Math.abs((first?.y ?? 0) - (last?.y ?? 99))).toBeLessThan(10);
  const names = await tabs.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.textContent));
  for (const [name, end] of [
    ['software', '/devices/software'],
    ['actions', '/devices/actions'],
    ['models', '/devices/models'],
    ['devices', '/devices'],
  ] as const) {
    await tabs.getByText(t(`devices:nav.${name}`), { exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${end}$`));
    await expect(tabs.getByRole('radio', { checked: true })).toHaveCount(1);
    expect(
      await tabs.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.textContent)),
    ).toEqual(names);
  }

  // A taken serial number is reported while typing; a free one is not.
  await page.getByRole('button', { name: t('console:devices.add') }).click();
  await choose(drawer, t('console:devices.model'), /\(VOLWL-420\)/, 'VOLWL-420');
  await expect(drawer.getByLabel(t('console:devices.sncode'))).toHaveValue('VWL');
  await drawer.getByLabel(t('console:devices.sncode')).fill(logger.sncode);
  await expect(drawer.getByText(t('devices:exists.sncode'))).toBeVisible();
  await drawer.getByLabel(t('console:devices.sncode')).fill(`VWL${mark}`);
  await expect(drawer.getByText(t('devices:exists.sncode'))).toHaveCount(0);
  await drawer.getByLabel(t('console:devices.name'), { exact: true }).fill('水位计');
  await drawer.getByRole('button', { name: t('console:devices.add') }).click();

  // It starts with the usual settings of such a gauge.
  await drawer.getByRole('tab', { name: t('devices:group.config') }).click();
  await drawer.getByText(t('console:deviceTab.coefficients'), { exact: true }).click();
  await expect(page).toHaveURL(/tab=coefficients/);
  // The parts fit: no tab is hidden behind a "more" button.
  await expect(drawer.locator('.ant-tabs-nav-more')).not.toBeVisible();
  await expect(drawer.getByRole('spinbutton').first()).toBeVisible();
  expect(
    await drawer.getByRole('spinbutton').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
  ).toEqual(expect.arrayContaining(['4', '20', '10']));

  // The code of a camera is written and never shown.
  await page.goto(`${list}?device=${camera.id}&tab=basic`);
  await drawer.getByLabel(t('devices:basic.cameraSerial')).fill('123456789');
  const code = drawer.getByLabel(t('devices:basic.validationCode'));
  await code.fill('QXYZAB');
  await expect(save).toBeInViewport({ ratio: 1 });
  await save.click();
  // A message must not cover the title of the drawer.
  const [said, title] = await Promise.all([
    page.locator('.ant-message-notice').first().boundingBox(),
    drawer.locator('.ant-drawer-header').boundingBox(),
  ]);
  expect(said?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
  await expect(code).toHaveAttribute('placeholder', t('devices:secret.kept'));
  await expect(code).toHaveValue('');

  // An expansion module of the acquisition unit.
  await page.goto(`${list}?device=${logger.id}&tab=hem`);
  await drawer.getByRole('button', { name: t('devices:hem.add') }).click();
  await drawer.getByLabel(`${t('devices:hem.sn')} 1`).fill(`HEM${mark}`);
  await save.click();
  await expect
    .poll(
      async () =>
        (await api.get(`/corporations/${project.corporationId}/devices/${logger.id}/config`)).hemConfig?.slaves,
    )
    .toHaveLength(1);

  // The survey settings of the pipe.
  await page.goto(`${list}?device=${pipe.id}&tab=pam`);
  await drawer.getByLabel(t('devices:pam.step')).fill('0.5');
  await save.click();
  await expect
    .poll(
      async () => (await api.get(`/corporations/${project.corporationId}/devices/${pipe.id}/config`)).pamConfig?.step,
    )
    .toBe(0.5);

  // The maker's calibration file is uploaded, listed and removed.
  await page.goto(`${list}?device=${array.id}&tab=calibration`);
  await drawer.locator('input[type=file]').setInputFiles({
    name: `标定 ${mark}.cal`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from([0, 1, 255]),
  });
  await expect(drawer.getByRole('cell', { name: `标定 ${mark}.cal`, exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: new RegExp(`${t('common:action.delete')} 标定`) }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: t('common:action.delete') })
    .click();
  await expect(drawer.getByRole('cell', { name: `标定 ${mark}.cal`, exact: true })).toHaveCount(0);

  // The counts filter the list, and the address keeps the filter.
  await page.goto(list);
  await page.getByRole('button', { name: new RegExp(`^${t('common:deviceState.offline')} 5$`) }).click();
  await expect(page).toHaveURL(/status=offline/);
  await page.getByRole('columnheader', { name: t('console:devices.status') }).click();
  await expect(page).toHaveURL(/sort=status/);
  await page.getByRole('button', { name: new RegExp(`^${t('common:deviceState.online')} 0$`) }).click();
  await expect(page.getByText(t('devices:list.noneMatch'))).toBeVisible();

  // Health rules are set for all of them at once.
  await page.goto(list);
  await page.getByRole('checkbox', { name: t('common:table.selectAll') }).check();
  await page.getByRole('button', { name: t('devices:list.health') }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(new RegExp(t('devices:health.voltage'))).fill('11.5');
  await dialog.getByRole('button', { name: t('common:action.save') }).click();
  await expect(dialog).toHaveCount(0);
  const changed = await api.get(`/corporations/${project.corporationId}/devices/${pipe.id}`);
  expect([changed.voltageThreshold, changed.lostThreshold]).toEqual([11.5, 3]);

  // A corporation's model is listed with the predefined ones.
  await page.goto(`${list}/models?model=new`);
  await page.getByLabel(t('devices:models.code'), { exact: true }).fill(`X-${mark}`);
  await page.getByLabel(t('devices:models.label'), { exact: true }).fill('自研裂缝计');
  await choose(page, t('devices:models.type'), /\(Crack\)/, 'Crack');
  await page.getByLabel(t('devices:models.series'), { exact: true }).fill('自研');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:action.save') })
    .click();
  await expect(page.getByRole('row').filter({ hasText: `X-${mark}` })).toContainText(t('devices:models.own'));

  // The hours after which identical readings are a fault are set for all devices of a type.
  await page.getByRole('button', { name: t('devices:typeRules.title') }).click();
  const rules = page.getByRole('dialog');
  await rules
    .getByRole('spinbutton', { name: /Crack|裂缝计/ })
    .first()
    .fill('48');
  await rules.getByRole('button', { name: t('devices:typeRules.save', { count: 1 }) }).click();
  await expect(page.getByText(t('devices:typeRules.saved'))).toBeVisible();
  const { list: types } = await api.get(`/corporations/${project.corporationId}/device-types`);
  expect(types.filter((one: { repeatedHours?: number }) => one.repeatedHours === 48)).toHaveLength(1);

  // All of them are removed together.
  await page.goto(list);
  await page.getByRole('checkbox', { name: t('common:table.selectAll') }).check();
  await page.getByRole('button', { name: t('devices:list.delete'), exact: true }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: t('devices:list.delete'), exact: true })
    .click();
  await expect(page.getByText(t('console:devices.none'))).toBeVisible();
});
