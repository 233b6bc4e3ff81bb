import { choose, setTime, wallClock } from './controls';
import { publish } from './device';
import { expect, test } from './fixtures';

const arrival = { timeout: 30_000 };

test('a new project gets a curve, a backdated threshold and a withdrawn reading', async ({ page, signIn }) => {
  test.setTimeout(240_000);
  const mark = Date.now().toString(36).toUpperCase();
  const names = {
    project: `试点${mark}`,
    structure: '东塔',
    point: 'QJ-T1',
    device: '塔顶倾角仪',
    register: `E2E${mark}`,
  };
  const menu = page.getByRole('navigation', { name: '菜单' });
  const dialog = page.getByRole('dialog');
  await signIn();

  await menu.getByRole('link', { name: '项目列表' }).click();
  await page.getByRole('button', { name: '新增项目' }).click();
  await dialog.getByLabel('项目名称').fill(names.project);
  await dialog.getByRole('button', { name: '新增项目' }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/console$/);
  await expect(page.getByRole('tabpanel').getByText('暂无结构物')).toBeVisible();

  await page.getByRole('button', { name: '新增结构物' }).click();
  await dialog.getByLabel('名称', { exact: true }).fill(names.structure);
  await choose(dialog, '结构物类型', '桥梁', '桥');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  const structureLink = page.getByRole('tabpanel').getByRole('link', { name: names.structure });
  await expect(structureLink).toBeVisible();

  await menu.getByRole('link', { name: '设备管理' }).click();
  await page.getByRole('button', { name: '新增设备' }).click();
  await choose(dialog, '型号', /\(IDM-2\)/, 'IDM-2');
  await expect(dialog.getByText('倾角变形监测仪 (IDM)')).toBeVisible();
  await dialog.getByLabel('设备名称').fill(names.device);
  await dialog.getByLabel('序列号').fill(names.register);
  await dialog.getByLabel('注册号', { exact: true }).fill(names.register);
  await dialog.getByRole('button', { name: '新增设备' }).click();
  await expect(dialog.getByText('密钥仅显示一次，务必妥善保存')).toBeVisible();
  const line = await dialog.getByText(/^mosquitto_pub /).textContent();
  const secret = / -P '?([^ ']+)/.exec(line ?? '')?.[1] ?? '';
  expect(secret).not.toBe('');
  await dialog
    .getByRole('button', { name: 'Close' })
    .or(dialog.getByRole('button', { name: '关闭' }))
    .first()
    .click();
  await page.getByRole('row').filter({ hasText: names.register }).click();
  await expect(dialog.getByLabel('设备名称')).toHaveValue(names.device);
  await expect(dialog.getByText(secret)).toHaveCount(0);
  await dialog.getByLabel('设备名称').fill(`${names.device}二`);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();

  await menu.getByRole('link', { name: '项目管理' }).click();
  await structureLink.click();
  await page.getByRole('button', { name: '批量新增测点' }).click();
  await dialog.getByRole('textbox', { name: '测点名称' }).fill(names.point);
  await choose(dialog, '监测项', '倾斜', '倾斜');
  await choose(dialog, '监测类别', '倾角变形监测仪', '倾角');
  await choose(dialog, '选择设备', new RegExp(names.register));
  await dialog.getByRole('button', { name: '新增 1 个测点' }).click();
  await page.getByRole('row').getByRole('link', { name: names.point }).click();

  await page.getByRole('tab', { name: '公式设置' }).click();
  await page.getByRole('button', { name: '新增公式' }).click();
  await choose(page, '监测量', /X/);
  await page.getByRole('textbox', { name: '公式', exact: true }).fill('angleX');
  await page.getByRole('button', { name: '保存为第 1 版' }).click();
  await expect(page.getByText('当前有效')).toBeVisible();
  const address = page.url();

  const started = Date.now();
  const device = { register: names.register, secret };
  await publish(device, { angleX: 0.75, angleY: 0 });
  await page.getByRole('link', { name: '查看曲线' }).click();
  await expect(page.getByRole('heading', { name: new RegExp(names.point) })).toBeVisible();
  await expect(page.getByRole('list', { name: '数值由来' }).getByText('0.75°').first()).toBeVisible(arrival);
  await publish(device, { angleX: 1.25, angleY: 0 });
  await expect(page.getByRole('list', { name: '数值由来' }).getByText('1.25°').first()).toBeVisible(arrival);
  // A change needs an initial value, which is not set; the value itself is drawn.
  await choose(page, '数值类型', '测值');
  await expect(page.getByRole('img', { name: new RegExp(names.point) })).toBeVisible();

  // A threshold entered late judges from its start date.
  await page.goto(`${address.split('?')[0]}?tab=thresholds`);
  await page.getByRole('button', { name: '新增阈值' }).click();
  await choose(page, '监测量', /X/);
  await choose(page, '数值类型', '测值');
  await page.getByRole('spinbutton', { name: '蓝色', exact: true }).fill('0.5');
  await setTime(page, '生效时间', started - 600_000);
  await page.getByRole('button', { name: '试算' }).click();
  const preview = page.getByRole('status').filter({ hasText: '保存后的影响' });
  await expect(preview).toBeVisible();
  await expect(preview.locator('div').filter({ has: page.getByText('新增告警') })).toHaveText(/1$/);
  await page.getByRole('button', { name: '确认保存' }).click();
  await expect(page.getByText('当前有效')).toBeVisible();
  await menu.getByRole('link', { name: /^告警/ }).click();
  const alert = page.getByRole('row').filter({ hasText: names.point });
  await expect(alert).toBeVisible(arrival);
  await expect(alert).toContainText('待处理');

  await page.goto(`${address.split('?')[0]}?tab=corrections`);
  await page.getByRole('button', { name: '新增修正' }).click();
  await dialog.getByText('剔除数据').click();
  await setTime(dialog, '生效时间', started - 60_000);
  await setTime(dialog, '结束时间', Date.now() + 60_000);
  await dialog.getByRole('textbox', { name: '原因' }).fill('安装时碰动');
  await dialog.getByRole('button', { name: '试算' }).click();
  await expect(dialog.getByRole('status')).toContainText('撤销告警');
  await dialog.getByRole('button', { name: '保存修正' }).click();
  const correction = page.getByRole('row').filter({ hasText: '安装时碰动' });
  await expect(correction).toContainText('有效');
  await expect(correction).toContainText(wallClock(started - 60_000));
  await correction.getByRole('button', { name: '撤销' }).click();
  await expect(dialog.getByRole('status')).toContainText('新增告警');
  await dialog.getByRole('textbox', { name: '原因' }).fill('读数无误');
  await dialog.getByRole('button', { name: '撤销' }).click();
  await expect(correction.getByText(/撤销$/)).toBeVisible();
  await menu.getByRole('link', { name: /^告警/ }).click();
  await expect(alert).toContainText('待处理', arrival);
});
