import { expect, test } from './fixtures';

test('a user gets from home to a curve and sees how its value was computed', async ({ page, signIn }) => {
  await signIn();
  await expect(page.getByLabel(/^项目地图，\d+ 个项目/)).toBeVisible();
  const projects = page.getByRole('region', { name: '项目', exact: true }).getByRole('link');
  await expect(projects.filter({ hasText: '石门坎滑坡' })).toBeVisible();

  await projects.filter({ hasText: '石门坎滑坡' }).click();
  await expect(page).toHaveURL(/\/dashboard\/project\/\d+$/);
  await page.getByRole('link', { name: '打开结构物' }).click();
  await expect(page).toHaveURL(/\/structures\/\d+$/);
  await page.getByRole('region', { name: '测点', exact: true }).getByRole('link', { name: /SW-01/ }).click();
  await expect(page).toHaveURL(/\/monitor-new\/structures\/\d+\/mps\/\d+\/hda-chart$/);
  await expect(page.getByRole('img', { name: /SW-01/ })).toBeVisible();

  const origin = page.getByRole('list', { name: '数值由来' });
  await expect(origin.getByText(/^原始读数·/).first()).toBeVisible();
  await expect(origin.getByText('采用的配置')).toBeVisible();
  await expect(origin.getByText(/^结果·/)).toBeVisible();

  await page.getByRole('link', { name: '数据表' }).click();
  await expect(page).toHaveURL(/\/hda-data$/);
  await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('link', { name: '退出项目' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

const languages = [
  {
    name: 'English',
    code: 'en',
    home: 'Home',
    projects: 'Projects',
    open: 'Open structure',
    points: 'Points',
    origin: 'How it was computed',
    result: 'Result',
  },
  {
    name: '繁體中文',
    code: 'zh-TW',
    home: '首頁',
    projects: '專案',
    open: '開啟結構物',
    points: '測點',
    origin: '數值由來',
    result: '結果',
  },
];

for (const one of languages) {
  test(`a user gets to a value and its origin in ${one.name}`, async ({ page, signIn }) => {
    await signIn();
    await page.getByRole('button', { name: /简体中文/ }).click();
    await page.getByRole('menuitem', { name: one.name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', one.code);
    await expect(page).toHaveTitle(new RegExp(one.home));
    await page
      .getByRole('region', { name: one.projects, exact: true })
      .getByRole('link', { name: '石门坎滑坡' })
      .click();
    await page.getByRole('link', { name: one.open }).click();
    await page.getByRole('region', { name: one.points, exact: true }).getByRole('link', { name: /SW-01/ }).click();
    const origin = page.getByRole('list', { name: one.origin });
    await expect(origin.getByText(new RegExp(`^${one.result}·`))).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', one.code);
    await expect(origin).toBeVisible();
  });
}
