import type { Page } from '@playwright/test';
import { goTo } from './controls';
import { expect, test } from './fixtures';
import { alsoHas, measures, openedWith, type ViewControls, viewControls } from './view-controls';

test.use({ look: { language: 'en', theme: 'white' } });

const everyNodes = [...new Set(Object.values(viewControls).flatMap(({ nodes = [] }) => nodes))];
const formats = { png: 'Export image', svg: 'SVG drawing', xlsx: 'Export Excel', csv: 'Export CSV' };

interface Sample {
  measuringPointId: number;
  structureId: number;
  measurement: string;
  pages: string[];
}

/** The id of the point of a page. */
const pointOf = (path = '') => /mps\/(\d+)/.exec(path)?.[1] ?? '';

/** The controls that a page has, in the form of the table. */
async function found(page: Page, wanted: ViewControls): Promise<ViewControls> {
  const main = page.locator('main');
  // Some choices of a chart are behind its button of layers.
  const layers = main.getByRole('button', { name: /^Layers/ }).filter({ visible: true });
  if (await layers.count()) await layers.first().click();
  // One pass over the page instead of one for each control.
  const parts = await page.locator('main, .ant-popover:visible').all();
  const controls = (await Promise.all(parts.map((part) => part.ariaSnapshot()))).join('\n');
  const has = (role: string, name: string) => controls.includes(`${role} "${name}"`);
  const named = (name: string) => has('combobox', name) || has('radiogroup', name);
  const nodes = everyNodes.filter(named);
  const seen: ViewControls = {
    ...(has('radiogroup', 'Time range') ? {} : { range: false }),
    ...(has('slider', 'Time') && { times: true }),
    ...(nodes.length > 0 && {
      nodes: (wanted.nodes ?? [])
        .filter((one) => nodes.includes(one))
        .concat(nodes.filter((one) => !wanted.nodes?.includes(one))),
    }),
    ...(wanted.direction && named(wanted.direction) && { direction: wanted.direction }),
    ...(wanted.segments && named(wanted.segments) && { segments: wanted.segments }),
    ...(named('Value type') && { valueType: true }),
    ...(controls.includes('"Accumulated change relative to') && { base: true }),
    ...(has('checkbox', 'Thresholds') && { thresholds: true }),
    exports: [],
  };
  await page.keyboard.press('Escape');
  const menu = main.getByRole('button', { name: 'Export', exact: true });
  if (await menu.count()) {
    await menu.first().click();
    await page.getByRole('menuitem').first().waitFor();
    const offered = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    seen.exports = (Object.keys(formats) as (keyof typeof formats)[]).filter((one) => offered.includes(formats[one]));
  }
  return seen;
}

test('every data view has the controls, exports and call of the specification', async ({ page, signIn, api }) => {
  test.setTimeout(300_000); // 39 pages
  const samples = new Map<string, string>();
  // Lists are in the order of levels, which change while the demo plays: the first of a kind is the one with the lowest id.
  const projects: { id: number; remarks?: string }[] = (await api.get('/projects?pageSize=200')).list;
  for (const { id, remarks } of projects.sort((a, b) => a.id - b.id)) {
    if (!remarks?.includes('演示')) continue; // other journeys add projects without readings
    const points: Sample[] = (await api.post('/monitor/overview', { projectId: id })).list;
    for (const point of points.sort((a, b) => a.measuringPointId - b.measuringPointId)) {
      const path = `/projects/${id}/monitor-new/structures/${point.structureId}/mps/${point.measuringPointId}`;
      for (const slug of point.pages)
        if (
          !samples.has(slug) &&
          point.pages.includes(alsoHas[slug] ?? slug) &&
          point.measurement === (measures[slug] ?? point.measurement)
        )
          samples.set(slug, `${path}/${slug}${openedWith[slug] ?? ''}`);
    }
  }
  expect([...samples.keys()].filter((slug) => slug !== 'camera').sort()).toEqual(Object.keys(viewControls).sort());
  await signIn();
  // Views of a point share what they have fetched: a call counts for all views of its point.
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${new URL(request.url()).pathname} ${request.postData()}`));
  const asked = (call: string, point: string) =>
    calls.some(
      (one) => one.startsWith(`/api/monitor/${call} `) && (one.includes(point) || !one.includes('"measuringPoint')),
    );
  const differ: Record<string, unknown> = {};
  for (const [slug, wanted] of Object.entries(viewControls)) {
    await goTo(page, '/nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).first().waitFor();
    await goTo(page, samples.get(slug) ?? '');
    await page.getByRole('heading', { name: 'Page not found' }).first().waitFor({ state: 'detached' });
    await page
      .locator('main')
      .getByRole('button', { name: wanted.exports.length ? 'Export' : 'Choose a file' })
      .first()
      .waitFor();
    const { call, ...controls } = wanted;
    let there: ViewControls | undefined;
    await expect(async () => {
      there = await found(page, wanted);
      expect(there).toEqual(controls);
      expect(call === undefined || asked(call, pointOf(samples.get(slug)))).toBe(true);
    })
      .toPass({ timeout: 20_000 })
      .catch(() => {
        differ[slug] = { there, call };
      });
  }
  expect(differ).toEqual({});
});
