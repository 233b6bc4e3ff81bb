import { expect, expectSound, test } from './fixtures';

test.use({ viewport: { width: 390, height: 844 } });

test('home, a curve and the alerts fit on a phone', async ({ page, signIn, t }) => {
  await signIn();
  const bar = page.getByRole('navigation', { name: '菜单' });
  const fits = async () => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(wide, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
  };
  await expect(page.getByRole('region', { name: '项目', exact: true }).getByRole('link').first()).toBeVisible();
  await fits();
  // The content above the projects is loaded: nothing moves under the finger any more.
  await expect(page.getByRole('region', { name: '未处理告警' }).first()).toContainText('CX-01');

  await page.getByRole('region', { name: '项目', exact: true }).getByRole('link', { name: '石门坎滑坡' }).click();
  await expect(page).toHaveURL(/\/dashboard\/project\/\d+$/);
  await bar.getByRole('link', { name: '数据' }).click();
  await page.getByRole('treeitem', { name: /SW-01/ }).click();
  const chart = page.getByRole('img', { name: /SW-01/ });
  await expect(chart).toBeVisible();
  await fits();
  expect((await chart.boundingBox())?.y, 'the chart begins in the first 60 % of the screen').toBeLessThan(0.6 * 844);
  await expect(page.getByRole('combobox', { name: t('data-views:type.label') })).toBeHidden();
  await page.getByRole('button', { name: t('data-views:tool.options') }).click();
  await expect(page.getByRole('combobox', { name: t('data-views:type.label') })).toBeVisible();
  await expect(page.getByText(t('common:valueType.rate'), { exact: true })).toBeHidden();
  await page.getByRole('button', { name: t('data-views:header.more') }).click();
  await expect(page.getByText(t('common:valueType.rate'), { exact: true })).toBeVisible();
  await fits();
  await page.getByRole('button', { name: '数值由来' }).click();
  await expect(page.getByRole('list', { name: '数值由来' }).getByText(/^结果·/)).toBeVisible();
  await page.keyboard.press('Escape');

  await bar.getByRole('link', { name: /^告警/ }).click();
  const card = page.getByRole('button').filter({ hasText: 'HS-04' }).first();
  await expect(card).toBeVisible();
  await fits();
  await card.click();
  await expect(page.getByRole('region', { name: '告警详情' })).toBeVisible();
  await fits();
});

test('a new user sees the next step on an empty home page, and a project screen shows its name', async ({
  page,
  signIn,
  api: admin,
  look,
  t,
}) => {
  const name = `new-${Date.now().toString(36)}`;
  const password = 'First-Day-1';
  await admin.post('/users', { name, password, type: 'Normal' });
  await signIn(name, password);
  await expect(page.getByText(t('home:list.askHint'))).toBeVisible();
  await expectSound(page, look);

  await signIn('admin', undefined, '/projects?create');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('forms:project.name')).fill(`Hill ${name}`);
  await dialog.getByRole('button', { name: t('forms:project.create') }).click();
  await expect(page).toHaveURL(/\/projects\/\d+\/console/);
  await page.goto(page.url().replace(/projects\/(\d+)\/console.*/, 'dashboard/project/$1'));
  await expect(page.getByRole('heading', { level: 1, name: `Hill ${name}` })).toBeVisible();
  await expectSound(page, look);
});

test('on a phone, the footer of a form is above the menu bar, and the selected tab is not cut off', async ({
  page,
  signIn,
  api: admin,
  t,
}) => {
  const project = (await admin.get('/projects')).list[0];
  // Its form is longer than the screen: it has limits.
  const { list } = await admin.post('/monitor/overview', { projectId: project.id });
  const point = list.find((one: { level: number | null }) => (one.level ?? 0) > 0);
  const path = `/projects/${project.id}/console/structures/${point.structureId}/items/${point.itemId}/mps/${point.measuringPointId}`;
  await signIn(undefined, undefined, `${path}?tab=thresholds`);
  const save = page.getByRole('button', { name: /保存为第/ });
  await expect(save).toBeInViewport({ ratio: 1 });
  const bar = await page.getByRole('navigation', { name: '菜单' }).boundingBox();
  const foot = await save.locator('..').boundingBox();
  expect(Math.round((foot?.y ?? 0) + (foot?.height ?? 0)), 'nothing shows between foot and bar').toBe(
    Math.round(bar?.y ?? 0),
  );
  const tabs = page.locator('.ant-tabs-nav-wrap').first();
  const chosen = page.getByRole('tab', { name: t('console:pointTab.thresholds'), selected: true });
  const right = async (place: typeof tabs) => {
    const box = await place.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await right(chosen)).toBeLessThanOrEqual(await right(tabs));
});
