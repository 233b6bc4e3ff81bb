import { setTime } from './controls';
import { publish } from './device';
import { expect, expectSound, test } from './fixtures';
import { makeSite } from './site';

test.use({ look: { language: 'en', theme: 'default' } });

const minute = 60_000;

test('a reading outside the range set for its channel is marked with that range and raises no alert', async ({
  page,
  signIn,
  look,
  t,
  api,
  baseURL,
}) => {
  const { projectId, structureId, pointId, device } = await makeSite(
    baseURL ?? '',
    process.env.PLUMBLINE_ADMIN_PASSWORD ?? '',
  );
  const { corporationId } = await api.get(`/projects/${projectId}`);
  const { list } = await api.get(`/corporations/${corporationId}/devices?name=${device.register}`);
  const began = Date.now();
  await publish(device, { angleX: 0.3, angleY: 0 }, began - 3 * minute);
  await publish(device, { angleX: 0.7, angleY: 0 }, began - 2 * minute);

  await signIn('admin', undefined, `/projects/${projectId}/devices?device=${list[0].id}&tab=ranges`);
  const drawer = page.getByRole('dialog');
  // The range of the catalog is shown until one is set.
  const row = drawer.getByRole('row').filter({ hasText: 'angleX' });
  await expect(row).toContainText('90');
  await row.getByRole('button').click();
  const limit = (which: 'minOf' | 'maxOf') =>
    drawer.getByRole('spinbutton', { name: new RegExp(`^${t(`devices:ranges.${which}`, { name: '' })}.*angleX`) });
  await limit('minOf').fill('-0.5');
  await limit('maxOf').fill('0.5');
  await setTime(drawer, t('console:version.validFrom'), began - 2.5 * minute);
  await expectSound(page, look);
  await drawer.getByRole('button', { name: t('console:version.save', { no: 1 }) }).click();
  await drawer.getByRole('button', { name: t('console:version.confirm') }).click();
  await expect(drawer.getByText(t('console:version.inForce'))).toBeVisible();
  await publish(device, { angleX: 4.5, angleY: 0 }, began);

  // Both readings after the range took effect are out of it, the one before is not. 4.5 would be red.
  const view = `/projects/${projectId}/monitor-new/structures/${structureId}/mps/${pointId}`;
  const out = page.getByText(t('charts:outOfRange', { range: 'angleX −0.5 … 0.5°' }));
  await expect(async () => {
    await page.goto(`${view}/hda-data`);
    await expect(out).toHaveCount(2, { timeout: 3000 });
  }).toPass();
  await expect(page.getByRole('row').filter({ hasText: '0.3' }).first()).not.toContainText(t('charts:flag.outOfRange'));
  await expectSound(page, look);
  const { total } = await api.get(`/alerts?projectId=${projectId}`);
  expect(total).toBe(0);
});
