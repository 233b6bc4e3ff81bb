import type { Page } from '@playwright/test';
import { choose } from './controls';
import { axeViolations, expect, test } from './fixtures';

const password = 'Member-2026!';

/** A name of this run, so that the journeys can be run again on the same data. */
const tag = Date.now().toString(36).slice(-5);

/** Makes a user by hand and waits for its detail. */
async function makeUser(page: Page, name: string, group?: string) {
  await page.goto('/console/users?user=new');
  await page.getByRole('textbox', { name: '账号', exact: true }).fill(name);
  await page.getByLabel('初始密码').fill(password);
  if (group) {
    await choose(page, '用户组（选填）', group, group);
    await page.getByRole('heading', { name: '新增用户' }).click(); // closes the list of groups
  }
  await page.getByRole('button', { name: '新增用户' }).last().click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

test('an administrator makes a role, a group and a user, who sees exactly what is granted', async ({
  page,
  signIn,
  watch,
}) => {
  const [role, group, user] = [`巡检${tag}`, `外业${tag}`, `user-${tag}`];
  await signIn();

  await page.goto('/console/roles');
  await page.getByRole('button', { name: '新增角色' }).click();
  await page.getByRole('dialog').getByLabel('名称').fill(role);
  await page.getByRole('dialog').getByRole('button', { name: '新增角色' }).click();
  const cell = (name: string) => page.getByRole('checkbox', { name, exact: false });
  await cell('项目·查看').check();
  await cell('告警·编辑').check(); // seeing alerts comes along
  await expect(cell('告警·查看')).toBeChecked();
  await expect(page.getByText('增加：项目·查看、告警·查看、告警·编辑')).toBeVisible();
  await page.getByRole('button', { name: '保存权限' }).click();
  await expect(page.getByText('没有改动')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page.goto('/console/user-groups?group=new');
  await page.getByRole('textbox', { name: '名称', exact: true }).fill(group);
  await page.getByRole('button', { name: '新增用户组' }).last().click();
  await choose(page, '角色（组内用户在整个企业拥有）', role, role);
  await expect(page.getByRole('table', { name: '用户组管理' }).getByText(role)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await makeUser(page, user, group);
  await page.goto(`/console/users?q=${user}`);
  await expect(page.getByRole('row', { name: new RegExp(user) })).toContainText(group);
  expect(await axeViolations(page)).toEqual([]);

  await page.evaluate(() => sessionStorage.clear());
  await signIn(user, password);
  await page.goto('/projects');
  await page.getByRole('table').getByRole('row').nth(1).click();
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByText('告警')).toBeVisible();
  await expect(menu.getByText('设备管理')).toHaveCount(0);
  await expect(page.getByText('系统管理')).toHaveCount(0);
  watch.expectFailure(/status: 403/);
  watch.expectFailure(/console: Failed to load resource.*403/);
  await page.goto('/console/users');
  await expect(page.getByText('没有权限')).toBeVisible();
});

test('a member is added until a date, and taken out again', async ({ page, signIn }) => {
  const user = `guest-${tag}`;
  await signIn();
  await makeUser(page, user);

  await page.goto('/projects');
  await page.getByRole('table').getByRole('row').nth(1).click();
  await page.waitForURL(/dashboard\/project\/\d+/);
  const project = page.url().match(/project\/(\d+)/)?.[1];
  await page.goto(`/projects/${project}/console?tab=members`);
  await page.getByRole('button', { name: '添加成员' }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog, '账号', user, user);
  await choose(dialog, '角色', '访客', '访客');
  await dialog.getByText('添加成员').first().click(); // closes the list of roles
  await dialog.getByLabel(/^结束时间/).fill('2099-12-31 18:00:00');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: '添加成员' }).click();
  const row = page.getByRole('row', { name: new RegExp(user) });
  await expect(row).toContainText('访客');
  await expect(row).toContainText('2099-12-31');
  expect(await axeViolations(page)).toEqual([]);

  await row.click();
  await page.getByRole('dialog').getByRole('button', { name: '移出项目' }).click();
  await expect(page.getByText(`把“${user}”移出项目`)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '移出项目' }).click();
  await expect(row).toHaveCount(0);
});

test('users are disabled together, and not by a click beside the dialog', async ({ page, signIn }) => {
  await signIn();
  await makeUser(page, `a-${tag}`);
  await makeUser(page, `b-${tag}`);
  await page.goto(`/console/users?q=-${tag}`);
  await page.getByRole('checkbox', { name: `a-${tag}` }).check();
  await page.getByRole('checkbox', { name: `b-${tag}` }).check();
  await page.getByRole('button', { name: '停用', exact: true }).click();
  await page.mouse.click(5, 5);
  await expect(page.getByRole('dialog')).toBeVisible();
  const disabled = page.waitForResponse((response) => response.url().endsWith('/api/users/disable'));
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  expect((await disabled).status()).toBe(200);
  await expect(page.getByRole('row', { name: new RegExp(`a-${tag}`) })).toContainText('已停用');
  await expect(page.getByRole('row', { name: new RegExp(`b-${tag}`) })).toContainText('已停用');
});
