import { type Device, send } from './device';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const minute = 60_000;

test('a page shows what was known before a late reading and a correction', async ({ page, signIn, api, t, look }) => {
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `Known ${mark}` });
  const corporation = `/corporations/${project.corporationId}`;
  const device = await api.post(`${corporation}/devices`, {
    ...{ projectId: project.id, name: 'Crack meter', kind: 'Measuring', type: 'Crack', model: 'own' },
    ...{ sncode: `CRK-${mark}`, register: `CRK-${mark}` },
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
  await record('formula', {
    rules: [{ computedField: 'width', formulaType: 'CUSTOM_FORMULA', formula: 'disp' }],
  });

  const crack: Device = { register: device.register, secret: device.secret };
  const first = Date.now() - 90 * minute;
  const at = (n: number) => first + n * 10 * minute;
  const read = (n: number, disp: number) => send(crack, { t: at(n), v: { disp } });
  const values = async (known: number) => {
    const body = { measuringPointId: point, start: first, end: Date.now(), knownAt: known };
    return (await api.post('/monitor/query', body)).series[0]?.values ?? [];
  };
  for (const n of [0, 1, 2, 4, 5]) await read(n, 1 + n / 10);
  await expect.poll(() => values(0)).toHaveLength(5);
  const known = Math.ceil(Date.now() / 1000) * 1000;
  await expect.poll(() => Date.now()).toBeGreaterThan(known);

  await read(3, 7);
  await api.post(`${points}/${point}/corrections`, {
    ...{ kind: 'withdraw', from: at(5), to: at(5), note: 'a bird' },
  });
  await expect.poll(() => values(0)).toEqual([1, 1.1, 1.2, 7, 1.4]);
  expect(await values(known)).toEqual([1, 1.1, 1.2, 1.4, 1.5]);

  await signIn();
  await page.goto(
    `/projects/${project.id}/monitor-new/structures/${structure.id}/mps/${point}/hda-data?range=1d&known=${known}`,
  );
  const banner = page.getByRole('status').filter({ hasText: 'As known on' });
  await expect(banner).toContainText(t('known:changed', { appeared: '1', changed: '1', vanished: '0' }));
  const table = page.getByRole('table').last();
  await expect(table).toContainText('1.50');
  await expect(table).not.toContainText('7.00');
  await expectSound(page, look);

  await banner.getByRole('button', { name: t('known:show') }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('a bird');
  await expect(drawer.getByRole('row').filter({ hasText: '7.00' })).toBeVisible();
  await expectSound(page, look);
  await page.keyboard.press('Escape');

  await banner.getByRole('button', { name: t('known:back') }).click();
  await expect(page).not.toHaveURL(/known=/);
  await expect(table).toContainText('7.00');
});
