import type { Page } from '@playwright/test';
import { Api } from './api';
import { publish } from './device';
import { expect, test } from './fixtures';
import { makeSite } from './site';

const bridge = '云溆大桥';
const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';
const arrival = { timeout: 30_000 };
/** The demo's strain passes its blue threshold within a minute and a half of the start. */
const alarm = { timeout: 120_000 };

async function openBridge(page: Page) {
  await page.getByRole('region', { name: '项目', exact: true }).getByRole('link', { name: bridge }).click();
  await expect(page).toHaveURL(/\/dashboard\/project\/\d+$/);
}

test('a live alert appears, is confirmed with a note and shows who confirmed it', async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn();
  await openBridge(page);
  await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: /^告警/ }).click();
  await page.getByRole('searchbox', { name: '测点、编号' }).fill('YB-01');
  await page.getByRole('searchbox', { name: '测点、编号' }).press('Enter');
  await page.getByRole('button', { name: /^待处理/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'YB-01' });
  await expect(row.first()).toBeVisible(alarm);
  await expect(page.getByRole('button', { name: /^通知，[1-9]\d* 条未读$/ })).toBeVisible(arrival);

  await row.first().click();
  const detail = page.getByRole('region', { name: '告警详情' });
  await expect(detail.getByText(/^首次触发，(蓝|黄|橙|红)色告警$/)).toBeVisible();
  await expect(detail.getByRole('img', { name: /YB-01 应变/ })).toBeVisible();
  await page.getByRole('button', { name: '确认告警' }).click();
  await expect(page.getByText('填写现场核查情况')).toBeVisible();

  await page.getByRole('textbox', { name: '说明' }).fill('支座沉降试验，现场核实');
  await page.getByRole('button', { name: '确认告警' }).click();
  await expect(detail.getByText(/^已确认，.+，\d{4}-\d\d-\d\d/)).toBeVisible();
  await expect(detail.getByText('处理：已确认')).toBeVisible();
  await expect(detail.getByText('支座沉降试验，现场核实').first()).toBeVisible();
  await page.reload();
  await expect(detail.getByText(/^已确认，(Administrator|admin)，/)).toBeVisible();
});

test('a value updates on the page when the device sends data', async ({ page, signIn }) => {
  await signIn();
  await openBridge(page);
  await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '数据查看' }).click();
  await page.getByRole('treeitem', { name: /YB-01/ }).click();
  await expect(page.getByRole('heading', { name: /YB-01/ })).toBeVisible();
  const time = page.getByText(/^\d\d:\d\d:\d\d$/).first();
  const shown = await time.textContent();
  await expect(time).not.toHaveText(shown ?? '', arrival);
  const next = await time.textContent();
  await expect(time).not.toHaveText(next ?? '', arrival);
});

test('under the pointer, values update in place; the new order waits until it leaves', async ({
  page,
  signIn,
  baseURL,
  t,
}) => {
  const base = baseURL ?? '';
  const { projectId, structureId, device } = await makeSite(base, password);
  const api = await Api.signIn(base);
  const register = `${device.register}B`;
  const own = { name: register, type: 'IDM', model: 'IDM-2', sncode: register, register, projectId };
  const { id: deviceId, secret } = await api.post(`/corporations/${api.session.user.corporationId}/devices`, own);
  const other = `QX-${device.register.slice(-4)}`;
  const made = await api.post(`/structures/${structureId}/measuring-points`, {
    points: [{ name: other, measurement: 'Tilt', category: 'IDM' }],
  });
  const second = `/structures/${structureId}/measuring-points/${made.list[0].id}`;
  const record = (aspect: string, value: unknown) =>
    api.post(`${second}/versions`, { aspect, validFrom: Date.now() - 3_600_000, value, note: '' });
  await record('binding', { sources: [{ role: 'main', deviceId }] });
  const direct = { computedField: 'angleX', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT' };
  await record('formula', { rules: [{ ...direct, options: { field: 'angleX' } }] });
  const limit = { field: 'angleX', valueType: 'observed', blue: 1, yellow: 2, orange: 3, red: 4, enable: true };
  await api.put(`${second}/thresholds`, { list: [limit] });
  // The broker hears of a new device in a moment; devices try again.
  await expect(() => publish(device, { angleX: 0.5, angleY: 0 })).toPass({ timeout: 10_000 });
  await expect(() => publish({ register, secret }, { angleX: 0.25, angleY: 0 })).toPass({ timeout: 10_000 });

  await signIn('admin', undefined, `/dashboard/project/${projectId}/structures/${structureId}`);
  const rows = page.getByRole('region', { name: t('project:points.title') }).getByRole('listitem');
  await expect(rows).toContainText([/^QJ-.*0\.500/, /^QX-.*0\.250/], arrival);
  await rows.first().hover();
  await publish({ register, secret }, { angleX: 4.5, angleY: 0 });
  await publish(device, { angleX: 0.75, angleY: 0 });
  await expect(rows).toContainText([/^QJ-.*0\.750/, /^QX-.*4\.500/], arrival);
  await expect(rows.last().getByRole('img', { name: t('common:level.4') })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(rows).toContainText([/^QX-/, /^QJ-/]);
  await rows.first().getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(other) })).toBeVisible();
});
