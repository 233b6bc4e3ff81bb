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

test('every view says why it shows nothing', async ({ page, signIn, api, look, t }) => {
  test.setTimeout(300_000); // 39 pages, twice
  const samples: Sample[] = [];
  const bare: Sample[] = [];
  const copies = new Set<string>();
  const own = await api.post('/projects', { name: `States ${Date.now().toString(36)}` });
  const { id: structure } = await api.post(`/projects/${own.id}/structures`, { name: 'Yard', type: 'Bridge' });
  for (const { id, remarks } of (await api.get('/projects?pageSize=200')).list) {
    if (!remarks?.includes('演示')) continue; // other journeys add projects without readings
    for (const { structureId, measuringPointId, pages } of (await api.post('/monitor/overview', { projectId: id }))
      .list) {
      const path = `/projects/${id}/monitor-new/structures/${structureId}/mps/${measuringPointId}`;
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
      const points = [{ name: `N${measuringPointId}`, type, measurement, category }];
      const { list } = await api.post(`/structures/${structure}/measuring-points`, { points });
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
