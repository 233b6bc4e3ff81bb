import { goTo } from './controls';
import { expect, expectSound, test } from './fixtures';
import { FreshPoints, system } from './fresh-points';

test.use({ look: { language: 'zh-TW', theme: 'white' } });

const measurement = 'StructuralDeformation';
const ends = { prism: '{A}', other: '{B}' };
const thrice = [0, 1, 2];

test('views of points without initial value and thresholds say so', async ({ page, signIn, api, look, t }) => {
  test.setTimeout(240_000);
  const fresh = await FreshPoints.make(api, 'No initial');
  const ring = Array.from({ length: 10 }, (_, i) => (i + 1) * 36);
  const parts = [0, 90, 180, 270].map((from) => ({ name: `B${from}`, from, to: (from + 90) % 360 }));
  const circular = [system('ARRAY_CIRCULAR', '', { input: 'acceleration' })];
  const install = (open: boolean) =>
    fresh.install({
      type: 'ADM',
      geometry: {
        ...{ segmentLen: 1000, minDepth: 0.5, markAngle: 0 },
        nodes: ring.map((_, i) => ({ no: i + 1, used: true })),
      },
      points: [
        {
          name: 'ring',
          measurement,
          rules: circular,
          processor: { mode: 'circular', ring: { open, segments: parts } },
        },
      ],
      messages: thrice.map((k) => ({
        nodes: ring.map((degrees, i) => {
          const angle = (degrees * Math.PI) / 180 + k / 500;
          return { no: i + 1, ax: Math.cos(angle), ay: Math.sin(angle) };
        }),
      })),
    });
  const rings = await install(false);
  const arcs = await install(true);
  const scans = await fresh.install({
    type: 'PDM',
    points: [
      {
        ...{ name: 'scan', measurement, processor: { ring: { shape: 'circle', radius: 3000, chords: [[1, 19]] } } },
        rules: [system('PROFILE_POLAR', '', { instrument: 'stands' }, { angleStep: 10 })],
      },
    ],
    messages: thrice.map((k) => ({
      v: { tilt: 0 },
      nodes: Array.from({ length: 36 }, (_, i) => ({ no: i + 1, angle: i * 10, dist: 3 + k / 1000 })),
    })),
  });
  const satellites = await fresh.install({
    type: 'GNSS',
    points: [{ name: 'gnss', measurement: 'SurfaceDisplacement', rules: [system('GNSS_ENU')] }],
    messages: thrice.map((k) => ({ v: { lat: 31 + k * 1e-8, lon: 121, height: 10 + k / 1000, quality: 4 } })),
  });
  const axis = { Ns: 1000, Es: 2000, Ne: 1096, Ee: 2028 };
  const stations = await fresh.install({
    type: 'Station',
    points: [
      ...['A', 'B'].map((name, i) => ({
        ...{ name, measurement, channel: i + 1 },
        rules: [
          system('TS_POLAR', '', { input: 'coordinates' }),
          system('STATION_SECTION', 'offset', {}, axis),
          system('STATION_SECTION', 'settlement'),
        ],
      })),
      {
        ...{ name: 'AB', measurement, of: 'A' },
        rules: [system('STATION_SECTION', 'convergence', ends), system('STATION_SECTION', 'chord', ends)],
      },
    ],
    messages: thrice.map((k) => ({
      ch: [
        { no: 1, n: 1010, e: 2000 + k / 1000, z: 12 },
        { no: 2, n: 1010, e: 2005, z: 12 },
      ],
    })),
  });
  const read = async () => (await fresh.overview()).map(({ time, noInitial }) => time > 0 && noInitial);
  await expect.poll(read).toEqual([true, true, true, true, true, true, true]);

  await signIn();
  const main = page.locator('main');
  const nowhere = main.getByRole('heading', { name: t('shell:notFound') });
  const changes = 'data-views:empty.noInitial';
  const observed = 'data-views:noInitial';
  const views: [{ path: string } | undefined, string, string][] = [
    ...['adm-circular', 'circular-segment', 'adm-prop', 'adm-data', 'adm-report'].map(
      (slug): [typeof rings.points.ring, string, string] => [rings.points.ring, slug, changes],
    ),
    [arcs.points.ring, 'adm-circular', changes],
    [arcs.points.ring, 'circular-segment', changes],
    [scans.points.scan, 'pdm-profile', changes],
    [scans.points.scan, 'pdm-prop', changes],
    [satellites.points.gnss, 'gnss-chart', changes],
    [satellites.points.gnss, 'hda-data', changes],
    [stations.points.A, 'station-settlement', observed],
    [stations.points.A, 'station-offset', observed],
    [stations.points.AB, 'station-convergence', observed],
    [stations.points.AB, 'station-chord', observed],
  ];
  for (const [point, slug, said] of views) {
    await test.step(slug, async () => {
      await goTo(page, '/nowhere');
      await nowhere.first().waitFor();
      await goTo(page, `${point?.path}/${slug}`);
      await nowhere.first().waitFor({ state: 'detached' });
      await expect(main.getByText(t(said)).first(), slug).toBeVisible();
      await expect(main.getByText(t('data-views:empty.range')), slug).toHaveCount(0);
      await expect(main.getByRole('link', { name: t('data-views:setInitial') }).first(), slug).toHaveAttribute(
        'href',
        /tab=initial/,
      );
    });
  }
  await expectSound(page, look);
});
