import { readFileSync } from 'node:fs';
import { publish } from './device';
import { expect, test } from './fixtures';
import { makeSite } from './site';

const arrival = { timeout: 30_000 };
/** A device is refused until the broker knows it; devices retry. */
const letIn = (send: () => Promise<void>) => expect(send).toPass({ timeout: 10_000 });
const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '';

test('a reading updates the value, the alerts and the bell on the open page', async ({ page, signIn, baseURL }) => {
  test.setTimeout(180_000);
  const site = await makeSite(baseURL ?? '', password);
  await letIn(() => publish(site.device, { angleX: 0.25, angleY: 0 }));
  await signIn();
  await page.goto(`/projects/${site.projectId}/alerts`);
  await expect(page.getByText('没有告警')).toBeVisible();
  const bell = page.getByRole('button', { name: /^通知/ });
  await expect(bell).toBeVisible();
  const before = await bell.getAttribute('aria-label');

  await publish(site.device, { angleX: 2.5, angleY: 0 });
  const news = page.getByRole('status').getByRole('button');
  const row = page.getByRole('row').filter({ hasText: site.point });
  await expect(news.or(row).first()).toBeVisible(arrival);
  if (await news.isVisible()) await news.click();
  await expect(row).toContainText('黄色');
  await expect(row).toContainText('待处理');
  await expect(bell).not.toHaveAttribute('aria-label', before ?? '', arrival);

  await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '数据查看' }).click();
  await page.getByRole('treeitem', { name: new RegExp(site.point) }).click();
  const heading = page.getByRole('heading', { name: new RegExp(site.point) });
  await expect(heading).toContainText('黄色');
  await publish(site.device, { angleX: 3.5, angleY: 0 });
  await expect(heading).toContainText('橙色', arrival);
  await expect(page.getByText(/^\+1\.0+°$/).first()).toBeVisible();

  // Every reading of the range as a file that the browser saves.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem', { name: /csv/i }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`${site.point}.csv`);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(text.split('\r\n').filter((line) => /,(0\.25|2\.5|3\.5),/.test(line))).toHaveLength(3);
});

test('a change requires an initial value, and the page links to where it is set', async ({ page, signIn, baseURL }) => {
  const site = await makeSite(baseURL ?? '', password);
  await letIn(() => publish(site.device, { angleX: 0.5, angleY: 0 }));
  await signIn();
  await page.goto(
    `/projects/${site.projectId}/monitor-new/structures/${site.structureId}/mps/${site.pointId}/hda-chart?type=accumulated`,
  );
  await expect(page.getByText('没有初始值，无法计算变化量')).toBeVisible();
  await page.getByRole('link', { name: '设置初始值' }).last().click();
  await expect(page.getByRole('tab', { name: '初始值', selected: true })).toBeVisible();

  // Its value is proposed once readings arrive; one click accepts it.
  const proposal = page.getByRole('region', { name: '建议初始值' });
  await expect(proposal).toContainText('已有 1 条读数，还差 2 条');
  await letIn(() => publish(site.device, { angleX: 0.6, angleY: 0 }));
  await letIn(() => publish(site.device, { angleX: 0.7, angleY: 0 }));
  await expect(proposal).toContainText('3 条读数的均值', arrival);
  await expect(proposal).toContainText('0.6000°');
  await proposal.getByRole('button', { name: '采用' }).click();
  await expect(proposal).toHaveCount(0);
  await expect(page.getByText('当前有效')).toBeVisible();

  await page.getByRole('tab', { name: '测点信息' }).click();
  await page.getByLabel('测点名称').fill(`${site.point}改`);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('测点名称')).toHaveValue(`${site.point}改`);
});
