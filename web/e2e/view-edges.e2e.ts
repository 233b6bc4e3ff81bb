import { expect, expectSound, test } from './fixtures';
import { FreshPoints, system } from './fresh-points';

test.use({ look: { language: 'en', theme: 'white' } });

const minute = 60_000;

test('satellite solutions that are only float are shown, and counted as abnormal', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const fresh = await FreshPoints.make(api, 'Float');
  const floats = 4;
  const { points, times } = await fresh.install({
    ...{ type: 'GNSS', step: 30 * minute },
    points: [
      { name: 'gnss', measurement: 'SurfaceDisplacement', rules: [system('GNSS_ENU')], initial: true, interval: 1800 },
    ],
    messages: Array.from({ length: 2 + floats }, (_, k) => ({
      v: { lat: 31 + k * 1e-7, lon: 121 + k * 1e-7, height: 10 + k / 100, quality: k < 2 ? 4 : 5 },
    })),
  });
  const point = points.gnss;
  const [from, to] = [(times[2] ?? 0) - minute, (times.at(-1) ?? 0) + minute];
  const read = async (includeAbnormal: boolean) => {
    const body = { measuringPointId: point?.id, fields: ['n'], valueType: 'accumulated', start: from, end: to };
    const { series, abnormal } = await api.post('/monitor/query', { ...body, includeAbnormal });
    const valued = abnormal.filter((one: { value: number | null }) => one.value !== null);
    return [series[0].statistics.count, series[0].statistics.abnormal, valued.length];
  };
  await expect.poll(() => read(true)).toEqual([0, floats, floats]);
  expect(await read(false)).toEqual([0, floats, 0]);

  await signIn();
  await page.goto(`${point?.path}/gnss-chart?range=${from}-${to}`);
  const main = page.locator('main');
  await expect(main.getByText(t('data-views:stat.abnormal', { count: String(floats) }))).toBeVisible();
  await expect(main.locator('figure canvas').first()).toBeVisible();
  await expect(main.getByText(t('data-views:empty.range'))).toHaveCount(0);
  await expectSound(page, look);
  // Without abnormal readings there is nothing to draw.
  await page.goto(`${point?.path}/gnss-chart?range=${from}-${to}&hide=abnormal`);
  await expect(main.getByText(t('data-views:empty.range'))).toBeVisible();
});

test('an array of one segment, with a missing node, has its nodes in the table of the profile', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const fresh = await FreshPoints.make(api, 'Single');
  const { points, times } = await fresh.install({
    type: 'ADM',
    geometry: { segmentLen: 1000, minDepth: 0.5, markAngle: 0, nodes: [{ no: 1, used: true }] },
    points: [
      {
        name: 'single',
        measurement: 'DeepDisplacement',
        rules: [system('INCLINO_CHAIN')],
        initial: true,
        interval: 60,
      },
    ],
    messages: [0, 1, 2].map((k) => ({ nodes: [{ no: 1, angleX: 1 + k / 10, angleY: 0.5 }] })),
  });
  const point = points.single;
  const body = { measuringPointId: point?.id, fields: ['x'], valueTypes: ['accumulated'], page: 1, pageSize: 20 };
  const read = async () =>
    (await api.post('/monitor/pagination', { ...body, start: times[0], end: times.at(-1) })).list as {
      values: number[];
    }[];
  await expect.poll(async () => (await read()).length).toBe(3);
  const [collar = 0, toe = 0] = (await read())[0]?.values ?? [];

  await signIn();
  await page.goto(`${point?.path}/adm-profile?range=1d`);
  const table = page.getByRole('table').last();
  await expect(table).toContainText(collar.toFixed(2));
  await expect(table).toContainText(toe.toFixed(2));
  await expect(page.getByText(t('data-views:empty.range'))).toHaveCount(0);
  await expectSound(page, look);
});

test('an azimuth that turns through north is drawn as a direction', async ({ page, signIn, api, t, look }) => {
  const fresh = await FreshPoints.make(api, 'North');
  const { points, times } = await fresh.install({
    ...{ type: 'ADM', geometry: { segmentLen: 1000, minDepth: 0.5, markAngle: 0, nodes: [{ no: 1, used: true }] } },
    points: [
      { name: 'north', measurement: 'DeepDisplacement', rules: [system('INCLINO_CHAIN')], initial: true, interval: 60 },
    ],
    // After the first reading the collar moves north, a little to the east and to the west.
    messages: [0, 1, 2, 3, 4, 5, 6].map((k) => ({
      nodes: [{ no: 1, angleX: 1 + Math.min(k, 1) / 2, angleY: 0.5 + (k === 0 ? 0 : k % 2 ? 0.02 : -0.02) }],
    })),
  });
  const point = points.north;
  const ask = { measuringPointId: point?.id, fields: ['azi'], nodes: [0], valueType: 'accumulated' };
  const read = async (): Promise<number[]> =>
    (await api.post('/monitor/query', { ...ask, start: times[0], end: times.at(-1) })).series[0]?.values ?? [];
  await expect.poll(async () => (await read()).filter((one) => one !== null)).toHaveLength(6);
  const values = (await read()).filter((one) => one !== null);
  expect(values.some((one) => one > 350) && values.some((one) => one < 10)).toBe(true);

  await signIn();
  await page.goto(`${point?.path}/adm-prop?range=1h&fields=azi&nodes=0&table=1`);
  const table = page.getByRole('table', { name: /Azimuth/ }).last();
  for (const value of values) await expect(table.getByText(value.toFixed(1), { exact: true }).first()).toBeVisible();
  // Extremes and mean of directions mean nothing.
  const main = page.locator('main');
  await expect(main.getByText(t('data-views:stat.abnormal', { count: '0' }))).toBeVisible();
  await expect(main.getByText(t('data-views:stat.mean'))).toHaveCount(0);
  await expectSound(page, look);
});
