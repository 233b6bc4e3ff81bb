import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const bridge = '云溆大桥';
const arrival = { timeout: 30_000 };
/** The demo's strain passes its blue threshold within a minute and a half of the start. */
const alarm = { timeout: 120_000 };

async function openBridge(page: Page) {
  await page.getByRole('region', { name: '项目', exact: true }).getByRole('link', { name: bridge }).click();
  await expect(page).toHaveURL(/\/dashboard\/project\/\d+$/);
}

test('an alert comes by itself, is confirmed with a note and tells who did it', async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn();
  await openBridge(page);
  await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '告警' }).click();
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
  await expect(page.getByText('写明现场核查情况')).toBeVisible();

  await page.getByRole('textbox', { name: '说明' }).fill('支座沉降试验，现场核实');
  await page.getByRole('button', { name: '确认告警' }).click();
  await expect(detail.getByText(/^已确认，.+，\d{4}-\d\d-\d\d/)).toBeVisible();
  await expect(detail.getByText('处理：已确认')).toBeVisible();
  await expect(detail.getByText('支座沉降试验，现场核实').first()).toBeVisible();
  await page.reload();
  await expect(detail.getByText(/^已确认，(Administrator|admin)，/)).toBeVisible();
});

test('a value changes on the page when the device sends', async ({ page, signIn }) => {
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
