import { brush } from './controls';
import { type Device, send } from './device';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const minute = 60_000;

test('a part of a chart is marked suspect and noted, and both are undone', async ({ page, signIn, api, t, look }) => {
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `Marks ${mark}` });
  const device = await api.post(`/corporations/${project.corporationId}/devices`, {
    ...{ projectId: project.id, name: 'Crack meter', kind: 'Measuring', type: 'Crack', model: 'own' },
    ...{ sncode: `MRK-${mark}`, register: `MRK-${mark}` },
  });
  const structure = await api.post(`/projects/${project.id}/structures`, { name: 'Wall', type: 'Slope' });
  const points = `/structures/${structure.id}/measuring-points`;
  const { list } = await api.post(points, {
    points: [{ name: `LF-${mark}`, measurement: 'Crack', category: 'Crack' }],
  });
  const point = list[0].id;
  const record = (aspect: string, value: unknown) =>
    api.post(`${points}/${point}/versions`, { aspect, validFrom: 1_700_000_000_000, value });
  await record('binding', { sources: [{ role: 'main', deviceId: device.id }] });
  await record('formula', { rules: [{ computedField: 'width', formulaType: 'CUSTOM_FORMULA', formula: 'disp' }] });
  const crack: Device = { register: device.register, secret: device.secret };
  const first = Date.now() - 23 * 60 * minute;
  for (let n = 0; n < 23; n++) await send(crack, { t: first + n * 60 * minute, v: { disp: 1 + (n % 5) / 10 } });
  const asked = () => ({ measuringPointId: point, start: first, end: Date.now() });
  await expect.poll(async () => (await api.post('/monitor/query', asked())).series[0]?.values.length ?? 0).toBe(23);
  const suspects = async () => {
    const body = { ...asked(), valueTypes: ['observed'], page: 1, pageSize: 100 };
    const { list } = await api.post('/monitor/pagination', body);
    return list.filter((one: { flags: string[] }) => one.flags.includes('suspect')).length;
  };

  await signIn();
  await page.goto(`/projects/${project.id}/monitor-new/structures/${structure.id}/mps/${point}/hda-chart?range=1d`);
  const button = page.getByRole('button', { name: t('marks:mark'), exact: true });
  const drawer = page.getByRole('dialog');
  const marks = page.getByRole('region', { name: t('marks:list') });

  await button.click();
  await brush(page, 0.3, 0.5);
  await drawer.getByText(t('marks:kind.suspect'), { exact: true }).click();
  await expect(drawer.getByRole('status')).toContainText(t('console:consequences.title'));
  await expectSound(page, look);
  const save = drawer.getByRole('button', { name: t('marks:save') });
  await expect(save).toBeDisabled();
  await drawer.getByRole('textbox', { name: t('marks:reason') }).fill('the cap was off');
  await save.click();
  await expect(marks).toContainText('the cap was off');
  await expect.poll(suspects).toBeGreaterThan(2);
  await expect.poll(suspects).toBeLessThan(9);

  await marks.getByRole('button', { name: t('console:correction.revoke') }).click();
  await drawer.getByRole('button', { name: t('console:correction.revoke') }).click();
  await expect(marks).toBeHidden();
  await expect.poll(suspects).toBe(0);

  // The keyboard: the times are entered.
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: t('marks:enter') }).press('Enter');
  await drawer.getByRole('textbox', { name: t('marks:text') }).fill('anchor load test');
  await drawer.getByRole('button', { name: t('marks:save') }).click();
  await expect(marks).toContainText('anchor load test');
  await expectSound(page, look);
  const picture = async () =>
    (
      await page.request.get(
        `/api${points}/${point}/picture?view=hda-chart&start=${first}&end=${Date.now()}&language=en`,
        { headers: { Authorization: `Bearer ${api.session.token}` } },
      )
    ).text();
  expect(await picture()).toContain('anchor load test');

  await marks.getByRole('button', { name: t('marks:change') }).click();
  await drawer.getByRole('textbox', { name: t('marks:text') }).fill('anchor load test at A3');
  await drawer.getByRole('button', { name: t('marks:save') }).click();
  await expect(marks).toContainText('anchor load test at A3');
  await expect(marks).toContainText(t('marks:history', { count: 1 }));

  const path = `/projects/${project.id}/monitor-new/structures/${structure.id}/mps/${point}`;
  await page.goto(`${path}/hda-report`);
  await expect(page.locator('article')).toContainText('anchor load test at A3');
  await page.goto(`${path}/hda-chart?range=1d`);

  await marks.getByRole('button', { name: t('marks:withdraw') }).click();
  await drawer.getByRole('button', { name: t('marks:withdraw') }).click();
  await expect(marks).toBeHidden();
  expect(await picture()).not.toContain('anchor load');
});
