import type { Page } from '@playwright/test';
import { goTo } from './controls';
import { expect, expectSound, test } from './fixtures';
import type { Words } from './look';

test.use({ look: { language: 'zh-TW', theme: 'white' } });

/** Views without a range: single times of reports, and files. */
const rangeless = ['adm-report', 'hda-report', 'hsl-settlement-report', 'pam-data-import', 'camera'];

/** What a view without readings in its range says, where it is not that. */
const nothing: Record<string, string> = {
  'tdm-map': 'track:unavailable',
  'adm-artificial-compare': 'data-views:manualCompare.noRun',
};

const day = 86_400_000;

interface Binding {
  supersededAt: number;
  value: { sources: { deviceId: number }[] };
}

interface Sample {
  slug: string;
  path: string;
}

/** Opens a view as a link does, and waits until it is another one than before. */
async function open(page: Page, t: Words, path: string) {
  const nowhere = page.locator('main').getByRole('heading', { name: t('shell:notFound') });
  await goTo(page, '/nowhere');
  await nowhere.first().waitFor();
  await goTo(page, path);
  await nowhere.first().waitFor({ state: 'detached' });
}

test('every view says why it shows nothing', async ({ page, signIn, api, look, t, watch }) => {
  test.setTimeout(300_000); // 39 pages, twice
  const samples: Sample[] = [];
  const points: (Sample & { structureId: number; measuringPointId: number })[] = [];
  const bare: Sample[] = [];
  const copies = new Set<string>();
  let corporation = 0;
  const own = await api.post('/projects', { name: `States ${Date.now().toString(36)}` });
  const { id: structure } = await api.post(`/projects/${own.id}/structures`, { name: 'Yard', type: 'Bridge' });
  for (const { id, remarks, corporationId } of (await api.get('/projects?pageSize=200')).list) {
    if (!remarks?.includes('演示')) continue; // other journeys add projects without readings
    corporation = corporationId;
    for (const { structureId, measuringPointId, pages } of (await api.post('/monitor/overview', { projectId: id }))
      .list) {
      const path = `/projects/${id}/monitor-new/structures/${structureId}/mps/${measuringPointId}`;
      points.push({ slug: pages[0], path, structureId, measuringPointId });
      for (const slug of pages) if (!samples.some((one) => one.slug === slug)) samples.push({ slug, path });
      if (copies.has(pages.join())) continue;
      copies.add(pages.join());
      // A point of the same kind without a device. What refers to points of its project cannot be copied.
      const from = `/structures/${structureId}/measuring-points/${measuringPointId}`;
      const { type, measurement, category } = await api.get(from);
      const { list: versions } = await api.get(`${from}/versions`);
      const set = versions.filter(
        ({ aspect, supersededAt }: { aspect: string; supersededAt: number }) =>
          !supersededAt && ['formula', 'processor'].includes(aspect),
      );
      if (/P\d+\./.test(JSON.stringify(set))) continue;
      const copy = [{ name: `N${measuringPointId}`, type, measurement, category }];
      const { list } = await api.post(`/structures/${structure}/measuring-points`, { points: copy });
      const made = `/structures/${structure}/measuring-points/${list[0].id}`;
      for (const { aspect, validFrom, value } of set)
        await api.post(`${made}/versions`, { aspect, validFrom, value, note: '' });
      for (const slug of pages)
        if (!bare.some((one) => one.slug === slug))
          bare.push({ slug, path: `/projects/${own.id}/monitor-new${made.replace('measuring-points', 'mps')}` });
    }
  }
  expect(samples.length).toBeGreaterThan(38);
  expect(bare.length).toBeGreaterThan(30);
  await signIn();
  const main = page.locator('main');
  const failed = main.getByText(t('data-views:failed')).or(main.getByText(t('common:state.failed')));

  for (const { slug, path } of samples.filter((one) => !rangeless.includes(one.slug))) {
    await test.step(`${slug} in a range without readings`, async () => {
      await open(page, t, `${path}/${slug}?range=1000000000000-1000086400000`);
      await expect(main.getByText(t(nothing[slug] ?? 'data-views:empty.range')).first(), slug).toBeVisible();
      await expect(failed, slug).toHaveCount(0);
    });
  }

  for (const { slug, path } of bare) {
    await test.step(`${slug} without a device`, async () => {
      await open(page, t, `${path}/${slug}`);
      const said = slug === 'pam-data-import' ? 'data-views:pipeImport.choose' : 'data-views:empty.never';
      const why = slug === 'adm-artificial-compare' ? 'data-views:manualCompare.noRun' : said;
      await expect(main.getByText(t(why)).first(), slug).toBeVisible();
      await expect(
        main
          .getByText(t('data-views:header.noDevice'))
          .or(main.getByText(t('data-views:header.manual')))
          .first(),
      ).toBeVisible();
      await expect(failed, slug).toHaveCount(0);
    });
  }

  watch.expectFailure(/422.*\/api\/monitor\/|console: Failed to load resource.*422/); // ranges over the limit
  const { list: views } = await api.get('/constants/pages');
  // Tables of one point with few rows may cover more, see decision 0261; the weather station has many.
  const dense = points.find(({ slug }) => slug === 'weather-station-chart');
  for (const { slug, spanDays } of views as { slug: string; spanDays: number }[]) {
    const sample = slug === 'hda-data' ? dense : samples.find((one) => one.slug === slug);
    if (!sample || !(spanDays > 30 || slug === 'hsl-settlement-data' || slug === 'hda-data')) continue;
    await test.step(`${slug} over more than ${spanDays} days`, async () => {
      const days = String(spanDays);
      const table = main.getByText(t('data-views:table.span', { days }));
      const chart = main.getByText(`時間跨度最多${days}天`);
      await open(page, t, `${sample.path}/${slug}?range=${Date.now() - (spanDays + 2) * day}-${Date.now()}`);
      await expect(table.or(chart).first(), slug).toBeVisible();
      const shorter = t('data-views:table.spanAction', { days });
      await main
        .getByRole('button', { name: shorter })
        .or(main.getByRole('button', { name: t('data-views:range.shorten', { days }) }))
        .click();
      await expect(table.or(chart), slug).toHaveCount(0);
      await expect(failed, slug).toHaveCount(0);
    });
  }

  // What an offline device sent is shown below a note that it is offline.
  const { list: offline } = await api.get(`/corporations/${corporation}/devices?status=offline&pageSize=200`);
  const silent = new Set(offline.map(({ id }: { id: number }) => id));
  const shown = new Set<string>();
  for (const { slug, path, structureId, measuringPointId } of points) {
    if (shown.has(slug)) continue;
    const of = `/structures/${structureId}/measuring-points/${measuringPointId}`;
    const { list } = await api.get(`${of}/versions?aspect=binding`);
    const binding: Binding | undefined = list.find((one: Binding) => !one.supersededAt);
    if (!binding?.value.sources.some(({ deviceId }) => silent.has(deviceId))) continue;
    shown.add(slug);
    await test.step(`${slug} of an offline device`, async () => {
      await open(page, t, `${path}/${slug}`);
      await expect(
        main.getByRole('status').filter({ hasText: t('data-views:offline.note', { devices: '' }) }),
      ).toBeVisible();
      await expect(main.getByRole('img').or(main.getByRole('table')).first(), slug).toBeVisible();
    });
  }
  expect(shown.size).toBeGreaterThan(0);

  // A view of another kind of point leads to one that the point has.
  const [one] = bare as [Sample];
  await open(page, t, `${one.path}/no-such-view`);
  await expect(main.getByText(t('data-views:notSupported'))).toBeVisible();
  await expectSound(page, look);
  await main
    .getByRole('link')
    .filter({ hasText: t('data-views:toDefault', { view: '' }).trim() })
    .click();
  await expect(page).toHaveURL(new RegExp(`/mps/\\d+/${one.slug}`));
});
