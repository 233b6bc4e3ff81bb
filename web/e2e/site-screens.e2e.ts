import { Api } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

test('the project tree is searched, put into another order by keyboard, and stays so', async ({
  page,
  signIn,
  baseURL,
  look,
  t,
}) => {
  const api = await Api.signIn(baseURL ?? '');
  const project = await api.post('/projects', { name: `Tree ${Date.now().toString(36)}` });
  for (const name of ['West tower', 'East tower']) {
    await api.post(`/projects/${project.id}/structures`, { name, type: 'Bridge' });
  }
  await signIn('admin', undefined, `/projects/${project.id}/console/topology?of=structures`);
  const names = () => page.getByRole('tree', { name: t('topology:structures.tree') }).getByRole('treeitem');
  await expect(names()).toHaveText([/West tower/, /East tower/]);
  const search = page.getByRole('searchbox', { name: t('topology:structures.search') });
  await search.fill('east');
  await search.press('Enter');
  await expect(page).toHaveURL(/node=s\d+/);
  await page.getByRole('button', { name: t('topology:up') }).press('Enter');
  await expect(names()).toHaveText([/East tower/, /West tower/]);
  await expectSound(page, look);
  await page.reload();
  await expect(names()).toHaveText([/East tower/, /West tower/]);
  await page.getByRole('link', { name: t('topology:structure') }).click();
  await expect(page).toHaveURL(/\/dashboard\/project\/\d+\/structures\/\d+$/);
});

test('a structure is placed by coordinates that were copied elsewhere, on the one dialog', async ({
  page,
  signIn,
  baseURL,
  t,
}) => {
  const api = await Api.signIn(baseURL ?? '');
  const project = await api.post('/projects', { name: `Place ${Date.now().toString(36)}` });
  await signIn('admin', undefined, `/projects/${project.id}/console`);
  await page.getByRole('button', { name: t('console:structure.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('console:structure.name')).fill('Dam');
  await choose(dialog, t('console:structure.type'), 'Dam');
  await dialog.getByRole('button', { name: t('map:pick.open') }).click();
  const search = dialog.getByRole('combobox', { name: t('map:searchHere') });
  await search.fill('30°30′0″N 114°18′0″E');
  await search.press('Enter');
  await expect(dialog.getByLabel(t('map:coordinate.longitude'))).toHaveValue('114:18:00.000000E');
  await expect(dialog.getByLabel(t('map:coordinate.latitude'))).toHaveValue('30:30:00.000000N');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await dialog.getByRole('button', { name: t('common:action.save') }).click();
  await expect(dialog).toBeHidden();
  const { list } = await api.get(`/projects/${project.id}/structures`);
  expect(list).toMatchObject([{ name: 'Dam', longitude: 114.3, latitude: 30.5 }]);
});

test('the weather is told where a station tells it, and nowhere else', async ({ page, signIn, baseURL, t }) => {
  const api = await Api.signIn(baseURL ?? '');
  const { list } = await api.get('/projects');
  const id = (name: string) => list.find((one: { name: string }) => one.name === name).id;
  await signIn('admin', undefined, `/dashboard/project/${id('石门坎滑坡')}`);
  const weather = page.getByRole('region', { name: t('project:weather.title') }).first();
  await expect(weather.getByRole('listitem').filter({ hasText: t('project:weather.airTemp') })).toContainText('°C');
  await expect(weather.getByRole('listitem').filter({ hasText: t('project:weather.rain24h') })).toContainText('mm');
  await page.goto(`/dashboard/project/${id('云溆大桥')}`);
  await expect(page.getByRole('heading', { name: t('project:measurements.title') })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('project:weather.title') })).toHaveCount(0);
});
