import type { Page } from '@playwright/test';
import { Api } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';
import type { Words } from './look';

test.use({ look: { language: 'zh-TW', theme: 'white' } });

const password = 'Member-2026!';

/** A name of this run, so that the journeys can be run again on the same data. */
const tag = Date.now().toString(36).slice(-5);

/** Creates a user in the browser and waits for its detail. */
async function makeUser(page: Page, t: Words, name: string, group: string) {
  await page.goto('/console/users?user=new');
  await page.getByRole('textbox', { name: t('people:user.name'), exact: true }).fill(name);
  await page.getByLabel(t('people:user.password')).fill(password);
  await choose(page, `${t('people:user.groups')}${t('common:optional')}`, group, group);
  await page.getByRole('heading', { name: t('people:user.new') }).click(); // closes the list of groups
  await page
    .getByRole('button', { name: t('people:user.create') })
    .last()
    .click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

test('an administrator creates a role, a group and a user, who sees exactly what is granted', async ({
  page,
  signIn,
  watch,
  look,
  t,
}) => {
  const [role, group, user] = [`巡檢${tag}`, `外業${tag}`, `user-${tag}`];
  await signIn(undefined, undefined, '/console/roles');

  await page.getByRole('button', { name: t('people:roles.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('people:form.name')).fill(role);
  await dialog.getByRole('button', { name: t('people:roles.add') }).click();
  const cell = (scope: string, action: string) => page.getByRole('checkbox', { name: pair(scope, action) });
  const pair = (scope: string, action: string) =>
    `${t(`common:scope.${scope}`)}·${t(`common:permissionAction.${action}`)}`;
  await expect(cell('Project', 'Retrieve')).not.toBeChecked(); // the new role is shown, not the first one
  await cell('Project', 'Retrieve').check();
  await cell('Alert', 'Update').check(); // viewing alerts is included
  await expect(cell('Alert', 'Retrieve')).toBeChecked();
  await expectSound(page, look);
  await page.getByRole('button', { name: t('people:roles.save') }).click();
  await expect(page.getByText(t('people:roles.noChange'))).toBeVisible();

  await page.goto('/console/user-groups?group=new');
  await page.getByRole('textbox', { name: t('people:form.name'), exact: true }).fill(group);
  await page
    .getByRole('button', { name: t('people:groups.add') })
    .last()
    .click();
  await choose(page, t('people:groups.roles'), role, role);
  await expect(page.getByRole('table', { name: t('people:groups.title') }).getByText(role)).toBeVisible();
  await expectSound(page, look);

  await makeUser(page, t, user, group);
  await expectSound(page, look);
  await page.goto(`/console/users?q=${user}`);
  await expect(page.getByRole('row', { name: new RegExp(user) })).toContainText(group);

  await signIn(user, password, '/projects');
  await page.getByRole('table').getByRole('row').nth(1).click();
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByText(t('shell:menu.alerts'), { exact: true })).toBeVisible();
  await expect(menu.getByText(t('shell:menu.devices'))).toHaveCount(0);
  await expect(page.getByText(t('shell:menu.system'))).toHaveCount(0);
  watch.expectFailure(/status: 403/);
  watch.expectFailure(/console: Failed to load resource.*403/);
  await page.goto('/console/users');
  await expect(page.getByText(t('common:state.noPermission'))).toBeVisible();
  await expectSound(page, look);
});

test('the permissions of all roles are exported', async ({ page, signIn, t }) => {
  await signIn(undefined, undefined, '/console/roles');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('people:roles.export') }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
});

test('a member is added until a date and removed', async ({ page, signIn, api: admin, look, t }) => {
  const user = `guest-${tag}`;
  await admin.post('/users', { name: user, password, type: 'Normal' });
  const project = (await admin.get('/projects')).list[0].id;

  await signIn(undefined, undefined, `/projects/${project}/console?tab=members`);
  await page.getByRole('button', { name: t('people:members.add') }).click();
  const dialog = page.getByRole('dialog');
  const guest = t('people:role.Guest');
  await choose(dialog, t('people:members.account'), user, user);
  await choose(dialog, t('people:members.roles'), guest, guest);
  await dialog.getByText(t('people:members.add')).first().click(); // closes the list of roles
  await dialog.getByLabel(new RegExp(`^${t('people:members.until')}`)).fill('2099-12-31 18:00:00');
  await page.keyboard.press('Enter');
  await expectSound(page, look);
  await dialog.getByRole('button', { name: t('people:members.add') }).click();
  const row = page.getByRole('row', { name: new RegExp(user) });
  await expect(row).toContainText(guest);
  await expect(row).toContainText('2099-12-31');
  await expectSound(page, look);

  await row.click();
  await dialog.getByRole('button', { name: t('people:members.remove') }).click();
  await expect(page.getByText(t('people:members.removeTitle', { name: user }))).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('people:members.remove') })
    .click();
  await expect(row).toHaveCount(0);
});

test('users are disabled together, and a click outside the dialog does nothing', async ({
  page,
  signIn,
  api: admin,
  t,
}) => {
  const names = [`a-${tag}`, `b-${tag}`];
  for (const name of names) await admin.post('/users', { name, password, type: 'Normal' });
  await signIn(undefined, undefined, `/console/users?q=-${tag}`);
  for (const name of names) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: t('people:users.disable'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: t('people:users.disable') }).click();
  await expect(dialog).toHaveCount(0);
  for (const name of names) {
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(t('people:state.disabled'));
  }
});

test('a user gets a new password and is removed', async ({ page, signIn, baseURL, look, t, api: admin }) => {
  const name = `gone-${tag}`;
  const { id } = await admin.post('/users', { name, password, type: 'Normal' });
  await signIn(undefined, undefined, `/console/users?user=${id}`);
  await page.getByRole('button', { name: t('people:user.handOut') }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(t('people:user.password')).fill('Another-2027');
  await expectSound(page, look);
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await expect(page.getByText(t('people:user.handOutDone'))).toBeVisible();
  await Api.signIn(baseURL ?? '', name, 'Another-2027');
  await page.getByRole('button', { name: t('people:user.remove'), exact: true }).click();
  await dialog.locator('.ant-modal-footer .ant-btn-primary').click();
  await expect(page.getByText(t('people:user.removed'))).toBeVisible();
  await expect(Api.signIn(baseURL ?? '', name, 'Another-2027')).rejects.toThrow(/401|422/);
});
