import { wallClock } from './controls';
import { type Device, send } from './device';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh', theme: 'default' } });

const minute = 60_000;

test('a node that gets another depth is two curves and two columns', async ({ page, signIn, api, t, look }) => {
  const mark = Date.now().toString(36).toUpperCase();
  const project = await api.post('/projects', { name: `Depths ${mark}` });
  const corporation = `/corporations/${project.corporationId}`;
  const device = await api.post(`${corporation}/devices`, {
    ...{ projectId: project.id, name: 'Array', kind: 'Measuring', type: 'ADM', model: 'own' },
    ...{ sncode: `ADM-${mark}`, register: `ADM-${mark}` },
  });
  const structure = await api.post(`/projects/${project.id}/structures`, { name: 'Pit', type: 'FoundationPit' });
  const points = `/structures/${structure.id}/measuring-points`;
  const { list } = await api.post(points, {
    points: [{ name: `CX-${mark}`, measurement: 'DeepDisplacement', category: 'ADM' }],
  });
  const point: number = list[0].id;
  const first = Date.now() - 90 * minute;
  const at = (n: number) => first + n * 10 * minute;
  const lay = (validFrom: number, len: number) =>
    api.patch(`${corporation}/devices/${device.id}/config`, {
      validFrom: Math.round(validFrom),
      geometry: {
        ...{ segmentLen: 500, minDepth: 0.5, markAngle: 0 },
        nodes: [1, 2, 3, 4].map((no) => ({ no, used: true, ...(no === 2 ? { len } : {}) })),
      },
    });
  await lay(first - 10 * minute, 500);
  const record = (aspect: string, value: unknown) =>
    api.post(`${points}/${point}/versions`, { aspect, validFrom: Math.round(first - 10 * minute), value });
  await record('binding', { sources: [{ role: 'main', deviceId: device.id }] });
  await record('formula', { rules: [{ formulaType: 'SYSTEM_FORMULA', sysFormula: 'INCLINO_CHAIN' }] });
  await record('initial', { mode: 'auto', time: Math.round(first), count: 1 });

  const array: Device = { register: device.register, secret: device.secret };
  for (let n = 0; n < 8; n++) {
    const nodes = [1, 2, 3, 4].map((no) => ({ no, angleX: 1 + 0.02 * n * no, angleY: 0.5 + 0.01 * n }));
    await send(array, { t: Math.round(at(n)), nodes });
  }
  const ask = { measuringPointId: point, fields: ['x'], nodes: [2], valueType: 'observed' };
  const counts = async () => {
    const { series } = await api.post('/monitor/query', { ...ask, start: Math.round(first), end: Date.now() });
    return series.map((one: { depth: number; old?: boolean; statistics: { count: number } }) => [
      ...[one.depth, one.old ?? false, one.statistics.count],
    ]);
  };
  await expect.poll(counts).toEqual([[1.5, false, 8]]);
  // From the fourth reading on the second segment is found to be 1.5 m long.
  await lay(at(4) - minute, 1500);
  await expect.poll(counts).toEqual([
    [2.5, false, 4],
    [1.5, true, 4],
  ]);

  await signIn();
  const path = `/projects/${project.id}/monitor-new/structures/${structure.id}/mps/${point}`;
  const old = `${t('data-views:nodeOld', { no: '2' })} 1.5 m`;
  await page.goto(`${path}/adm-prop?range=1d&nodes=1.2&type=accumulated&table=1`);
  const twin = page.getByRole('table').filter({ hasText: old });
  await expect(twin.getByRole('columnheader').filter({ hasText: /^2\.5 m/ })).toHaveCount(1);
  await expect(twin.getByRole('columnheader').filter({ hasText: old })).toHaveCount(1);
  await expect(twin.getByRole('columnheader').filter({ hasText: /^1\.0 m/ })).toHaveCount(1);
  await expectSound(page, look);

  await page.goto(`${path}/adm-data?range=1d&nodes=1.2&type=observed`);
  const group = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(group(`${t('data-views:node', { no: '1' })}·1.0 m`)).toBeVisible();
  await expect(group(`${t('data-views:node', { no: '2' })}·2.5 m`)).toBeVisible();
  await expect(group(`${t('data-views:nodeOld', { no: '2' })}·1.5 m`)).toBeVisible();
  const whole = { ...ask, fields: ['x', 'y'], nodes: [1, 2], valueTypes: ['observed'] };
  const read = await api.post('/monitor/pagination', { ...whole, start: Math.round(first), end: Date.now() });
  const order = [0, 3, 1, 4, 2, 5]; // the page puts the fields of a node next to each other
  for (const { time, values } of read.list) {
    const row = page.getByRole('row').filter({ hasText: wallClock(time) });
    const shown = order.map((i) => (typeof values[i] === 'number' ? values[i].toFixed(2) : '#N/A'));
    await expect(row.getByRole('cell').filter({ has: page.getByRole('button') })).toHaveText(shown);
  }
  await expectSound(page, look);
});
