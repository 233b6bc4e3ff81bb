import { findPoint } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh', theme: 'white' } });

const minus = (value: number) => value.toFixed(2).replace('-', '\u2212');

test('a scanned section shows its chords, its points and its area, and hides what stands in the way', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id: measuringPointId, path } = await findPoint(api, 'DS-01');
  await signIn('admin', undefined, `${path}/pdm-profile?range=3m`);
  const [latest] = (await api.post('/monitor/latest', { measuringPointIds: [measuringPointId] })).list;
  const read = async (time: number, valueType: string) => {
    const reading = await api.post('/monitor/pagination', {
      ...{ measuringPointId, fields: ['convergence', 'radial', 'area'], valueTypes: [valueType] },
      ...{ start: time, end: time, page: 1, pageSize: 1 },
    });
    return (field: string, node = 0): number | null =>
      reading.list[0].values[
        reading.columns.findIndex(
          (one: { field: string; node?: number }) => one.field === field && (one.node ?? 0) === node,
        )
      ];
  };
  const now = await read(latest.time, 'accumulated');
  const area = (await read(latest.time, 'observed'))('area') as number;
  const chord = page.getByRole('table', { name: t('data-views:circular.chords') }).getByRole('row', { name: /4–34/ });
  await expect(chord).toContainText(minus(now('convergence', 4) as number));
  await expect(page.getByText(`${area.toFixed(3)} m²`, { exact: false })).toBeVisible();
  const points = page.getByRole('table', { name: t('data-views:scan.points') });
  await expect(points.getByRole('row')).toHaveCount(73);
  await expectSound(page, look);

  await choose(page, t('data-views:scan.part'), new RegExp(t('data-views:scan.parts.arch')));
  await expect(page).toHaveURL(/dir=arch/);
  await expect(points.getByRole('row')).toHaveCount(21 + 1);
  await page.reload();
  await expect(points.getByRole('row')).toHaveCount(21 + 1);

  // While the vehicle is parked, points of the left wall have no change and the section no area.
  const { times } = await api.post('/monitor/time-list', {
    ...{ measuringPointId, start: latest.time - 90 * 86_400_000, end: latest.time },
  });
  const parked = times[152] as number;
  expect((await read(parked, 'accumulated'))('radial', 38)).toBeNull();
  await page.goto(`${path}/pdm-profile?range=3m&times=${parked}`);
  await expect(page.getByText(t('data-views:scan.notWhole'))).toBeVisible();

  await page.goto(`${path}/pdm-prop?range=3m&fields=convergence&nodes=4&table=1`);
  await expect(page.getByRole('columnheader', { name: /4–34/ }).first()).toBeVisible();
  await choose(page, t('data-views:scan.quantity'), /面积/);
  await expect(page).toHaveURL(/fields=area/);
});
