import { findPoint } from './api';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh-TW', theme: 'white' } });

test('the tilt of a gateway is drawn by axis, listed with its changes, and taken as initial', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const pole = await findPoint(api, 'WG-01');
  expect(pole.pages[0]).toBe('gdm-angle-data');
  await signIn();
  await page.goto(`${pole.path}/gdm-angle-data?range=7d`);
  const now = Date.now();
  const asked = { measuringPointId: pole.id, start: now - 7 * 86_400_000, end: now };
  const { initial, table } = await api.post('/monitor/gdm-angle', asked);
  const rows = page.getByRole('table').getByRole('row');
  const [newest] = table.list;
  for (const value of newest.values) await expect(rows.nth(1)).toContainText(Math.abs(value).toFixed(4));
  await expect(page.getByText(t('data-views:gateway.initial', { x: '0.412', y: '−0.274', z: '89.505' }))).toBeVisible();
  expect(newest.values[3]).toBeCloseTo(newest.values[0] - initial.x0, 4);

  await page.getByLabel(t('data-views:field.left')).click();
  await page.getByTitle('Z軸傾角').click();
  await expect(page).toHaveURL(/fields=angleX\.angleY\.res\.angleZ|fields=.*angleZ/);
  await page.keyboard.press('Escape');
  await expectSound(page, look);

  await page.getByRole('button', { name: t('data-views:gateway.take') }).click();
  await page.getByRole('tooltip').getByRole('button').last().click();
  await expect(page.getByText(t('data-views:gateway.taken'))).toBeVisible();
});
