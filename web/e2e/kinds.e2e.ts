import { goTo } from './controls';
import { type Device, send } from './device';
import { expect, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

interface Field {
  name: string;
  min: number | null;
  max: number | null;
}

interface Kind {
  category: string;
  measurement: string;
  /** System formula, where it is not the plain value of a field. */
  system?: string;
  options?: Record<string, string>;
  array?: boolean;
  /** How the default page draws it. */
  page: string;
}

const chain = { system: 'INCLINO_CHAIN', options: { input: 'angle' }, array: true, page: 'adm-profile' };
const plain = (category: string, measurement: string): Kind => ({ category, measurement, page: 'hda-chart' });
const kinds: Kind[] = [
  { category: 'ADM', measurement: 'DeepDisplacement', ...chain },
  {
    ...{ category: 'ADM', measurement: 'DBCJ', array: true, page: 'adm-settlement' },
    ...{ system: 'ARRAY_HORIZONTAL', options: { input: 'angle' } },
  },
  {
    ...{ category: 'ADM', measurement: 'StructuralDeformation', array: true, page: 'adm-circular' },
    ...{ system: 'ARRAY_CIRCULAR', options: { input: 'acceleration' } },
  },
  { category: 'ADMI', measurement: 'DeepDisplacement', ...chain },
  { category: 'SDM', measurement: 'DeepDisplacement', ...chain, options: { input: 'angle', axes: 'A' } },
  { category: 'SDMX', measurement: 'DeepDisplacement', ...chain },
  { category: 'SDMPRO', measurement: 'DeepDisplacement', ...chain },
  { category: 'RionInclino', measurement: 'DeepDisplacement', ...chain },
  { category: 'RDM', measurement: 'DeepDisplacement', system: 'INCLINO_PROBE', array: true, page: 'rdm-change-chart' },
  { category: 'PAM', measurement: 'StructuralDeformation', array: true, page: 'adm-prop' },
  { category: 'PDM', measurement: 'StructuralDeformation', array: true, page: 'adm-prop' },
  { category: 'DT', measurement: 'Temperature', array: true, page: 'dt-data' },
  { category: 'HSL', measurement: 'DBCJ', system: 'HSL', page: 'hsl-settlement' },
  { category: 'GNSS', measurement: 'SurfaceDisplacement', system: 'GNSS_ENU', page: 'gnss-chart' },
  { category: 'Camera', measurement: 'Camera', page: 'camera' },
  ...[
    ...[plain('Station', 'SurfaceDisplacement'), plain('TDM', 'Track'), plain('IDM', 'Tilt')],
    ...[plain('VOLWL', 'Waterlevel'), plain('Crack', 'Crack'), plain('STRAIN', 'ZCYL'), plain('Steel', 'AxialForce')],
    ...[plain('Anchor', 'AnchorForce'), plain('AFM', 'AxialForce'), plain('SHM', 'SoilMoisture')],
    ...[plain('SPM', 'SoilPressure'), plain('Rain', 'Rainfall'), plain('Flow', 'Flow'), plain('GKYL', 'ZCYL')],
    ...[
      { ...plain('WeatherStation', 'Environment'), page: 'weather-station-chart' },
      plain('WATERLEVEL', 'Waterlevel'),
      plain('WDM', 'Crack'),
    ],
    ...[plain('RangerFinder', 'Crack'), plain('VDM', 'Vibration'), plain('QDM', 'Vibration')],
    { category: 'GDM', measurement: 'Tilt', page: 'gdm-angle-data' },
    plain('HDA3', 'Vibration'),
  ],
];
const nodes = 6;

/** The value of a raw field that an instrument may send; `k` moves it. */
function sampleOf({ name, min, max }: Field, k: number): number {
  if (name === 'quality') return 4;
  if (name === 'lat' || name === 'lon') return 31 + 1e-6 * k;
  const value = 1 + 0.1 * k;
  return min !== null && max !== null && (value < min || value > max) ? min + (0.1 + 0.01 * k) * (max - min) : value;
}

function message(fields: Field[], array: boolean, t: number, k: number) {
  const v = { reg: 5 + k, ...Object.fromEntries(fields.map((field) => [field.name, sampleOf(field, k)])) };
  if (!array) return { t, v };
  const node = (i: number) => ({
    ...v,
    no: i + 1,
    ...{ ax: 0.1 * i, ay: 0.3 + 0.001 * k, angleX: 1 + i + 0.1 * k, angleY: 2 + 0.1 * k },
  });
  return { t, nodes: Array.from({ length: nodes }, (_, i) => node(i)) };
}

test('a point of every device type and kind is drawn with its values', async ({ page, signIn, api, t }) => {
  test.setTimeout(300_000); // 40 devices, points and pages
  const mark = Date.now().toString(36).toUpperCase();
  const types = (await api.get('/constants/device-type')).list;
  const measurements = (await api.get('/constants/measurements')).list;
  const project = await api.post('/projects', { name: `Kinds ${mark}` });
  const { id: structure } = await api.post(`/projects/${project.id}/structures`, { name: 'Yard', type: 'Bridge' });
  const from = Date.now() - 3 * 3_600_000;
  const made: { id: number; kind: Kind }[] = [];
  const make = async (name: string, point: object, aspects: Record<string, unknown>) => {
    const { list } = await api.post(`/structures/${structure}/measuring-points`, { points: [{ name, ...point }] });
    for (const [aspect, value] of Object.entries(aspects)) {
      const path = `/structures/${structure}/measuring-points/${list[0].id}/versions`;
      await api.post(path, { aspect, validFrom: from, value, note: '' });
    }
    return list[0].id as number;
  };
  const initial = { mode: 'auto', time: from, count: 1 };

  for (const [i, kind] of kinds.entries()) {
    const type = types.find((one: { code: string }) => one.code === kind.category);
    const register = `KIND${mark}${i}`;
    const devices = `/corporations/${project.corporationId}/devices`;
    const { id: deviceId, secret } = await api.post(devices, {
      ...{ name: `${kind.category} ${i}`, type: kind.category, model: 'own', sncode: register, register },
      projectId: project.id,
    });
    if (kind.array) {
      const geometry = {
        ...{ segmentLen: 500, minDepth: 0.5, markAngle: 0 },
        nodes: Array.from({ length: nodes }, (_, no) => ({ no: no + 1, len: 500, used: true })),
      };
      await api.patch(`${devices}/${deviceId}/config`, { validFrom: from, geometry });
    }
    const binding = { sources: [{ role: 'main', deviceId }] };
    const point = { measurement: kind.measurement, category: kind.category };
    if (kind.page === 'camera') {
      made.push({ id: await make(`K${i}`, point, { binding }), kind });
      continue;
    }
    const fields = (type.rawFields as Field[]).map(({ name, min, max }) => ({
      name,
      min: min ?? null,
      max: max ?? null,
    }));
    const measured = measurements.find((one: { code: string }) => one.code === kind.measurement);
    const raw = fields.find((field) => field.name !== 'depth')?.name ?? 'reg';
    const rule = kind.system
      ? { sysFormula: kind.system, options: kind.options ?? {} }
      : {
          ...{ sysFormula: 'DIRECT', computedField: measured.mainField },
          options: { field: raw, ...(kind.array ? { perNode: 'true' } : {}) },
        };
    const formula = { rules: [{ computedField: '', formulaType: 'SYSTEM_FORMULA', ...rule }] };
    made.push({ id: await make(`K${i}`, point, { binding, formula, initial }), kind });
    const device: Device = { register, secret };
    for (let k = 0; k < 3; k++) await send(device, message(fields, kind.array ?? false, from + 600_000 * (1 + k), k));
  }

  const source = made.find(({ kind }) => kind.category === 'Steel')?.id;
  const computed = (by: number) => ({
    rules: [{ computedField: 'force', formulaType: 'CUSTOM_FORMULA', formula: `P${source}.force*${by}` }],
  });
  const force = { measurement: 'AxialForce', page: 'hda-chart' };
  made.push({
    id: await make(
      'Kc',
      { type: 'composite', measurement: 'AxialForce', category: 'Composite' },
      {
        ...{ binding: { sources: [{ role: 'main', pointId: source }] }, formula: computed(2) },
      },
    ),
    kind: { category: 'Composite', ...force, page: 'master-hda-chart' },
  });
  made.push({
    id: await make('Kv', { type: 'virtual', measurement: 'AxialForce', category: 'Virtual' }, { formula: computed(3) }),
    kind: { category: 'Virtual', ...force },
  });
  const manual = await make('Km', { type: 'artificial', measurement: 'Crack', category: 'Artificial' }, {});
  await api.post(`/structures/${structure}/measuring-points/${manual}/artificial-data`, {
    rows: [
      { time: '2026-03-01 08:30:00', values: { width: 1.5 } },
      { time: '2026-03-02 08:30:00', values: { width: 1.75 } },
    ],
  });
  made.push({ id: manual, kind: { category: 'Artificial', measurement: 'Crack', page: 'artificial-data' } });

  await expect
    .poll(
      async () => {
        const { list } = await api.post('/monitor/overview', { projectId: project.id });
        const waiting = list.filter((p: { time: number; pages: string[] }) => p.time === 0 && p.pages[0] !== 'camera');
        return waiting.map((p: { category: string }) => p.category);
      },
      { timeout: 60_000 },
    )
    .toEqual([]);

  await signIn(undefined, undefined, `/projects/${project.id}/monitor-new/home`);
  for (const { id, kind } of made) {
    await test.step(`${kind.category} ${kind.measurement}`, async () => {
      const what = `${kind.category} ${kind.measurement}`;
      await goTo(page, `/projects/${project.id}/monitor-new/structures/${structure}/mps/${id}`);
      await expect(page, what).toHaveURL(new RegExp(`/${kind.page}`));
      if (kind.page === 'camera') {
        await expect(page.getByText(t('data-views:camera.hint'))).toBeVisible();
        await expect(page.getByText('#N/A')).toHaveCount(1); // in the tree; the header shows no value
        return;
      }
      if (kind.page === 'dt-data') {
        await expect(page.locator('tbody tr[data-row-key]').first(), what).not.toContainText('#N/A');
      } else {
        // The chart's description has least, greatest and last value: none may be missing.
        const chart = page.locator('figure').first();
        await expect(chart.locator('canvas').first(), what).toBeVisible();
        expect(await chart.locator('figcaption').innerText(), what).not.toContain('#N/A');
      }
      await expect(page.getByText(t('data-views:notSupported'))).toHaveCount(0);
      if (kind.category === 'Artificial') {
        // Not of today, so the date is shown too; entered by hand, so nothing was computed or corrected.
        await expect(page.getByText('2026-03-02·')).toBeVisible();
        await expect(
          page.getByRole('list', { name: t('explain:title') }).getByText(t('explain:entered')),
        ).toBeVisible();
      }
      const views = page.getByRole('navigation', { name: t('data-views:header.views') }).getByRole('link');
      // The table: analyses and the simulator are no views.
      await views
        .filter({ hasNotText: t('data-views:header.analysis') })
        .filter({ hasNotText: t('data-views:header.simulator') })
        .last()
        .click();
      await expect(
        page
          .locator('tbody tr')
          .filter({ hasText: /\d\.\d/ })
          .first(),
        what,
      ).toBeVisible();
      await expect(page.getByText(t('data-views:empty.range'))).toHaveCount(0);
    });
  }
});
