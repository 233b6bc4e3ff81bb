import { readFileSync } from 'node:fs';
import { findPoint } from './api';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh', theme: 'white' } });

const wall = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

test('a track is played back, with its stops, its fence and the fixes that are hidden', async ({
  page,
  signIn,
  api,
  t,
  look,
}) => {
  const { id: measuringPointId, path, pages } = await findPoint(api, 'FT-01');
  expect(pages[0]).toBe('tdm-map');
  const [latest] = (await api.post('/monitor/latest', { measuringPointIds: [measuringPointId] })).list;
  const range = { start: latest.time - 19 * 86_400_000, end: latest.time };
  const query = async (valueType: string, fields: string[]) => {
    const body = { measuringPointId, valueType, fields, maxPoints: 20_000, ...range };
    const { series } = await api.post('/monitor/query', body);
    return (field: string): [number[], number[]] => {
      const found = series.find((one: { field: string }) => one.field === field);
      const known = found.times.map((_: number, i: number) => i).filter((i: number) => found.values[i] !== null);
      return [known.map((i: number) => found.times[i]), known.map((i: number) => found.values[i])];
    };
  };
  const [times, lats] = (await query('observed', ['lat']))('lat');
  const [, moved] = (await query('accumulated', ['moved']))('moved');
  const [sent, hdop] = (await query('raw', ['hdop']))('hdop');
  const poor = hdop.filter((value, i) => value > 5 && !times.includes(sent[i] as number)).length;
  expect(poor).toBeGreaterThan(20);

  await signIn('admin', undefined, `${path}/tdm-map?range=${range.start}-${range.end}`);
  await expect(page.getByRole('img', { name: t('track:map', { point: 'FT-01' }) })).toBeVisible();
  await expect(page.getByText(t('track:poor', { count: poor, limit: '5.0' }), { exact: false })).toBeVisible();
  const facts = page.getByRole('region', { name: t('track:now') }).first();
  const shows = async (i: number) => {
    await expect(facts).toContainText(wall(times[i] as number));
    await expect(facts).toContainText(`${(moved[i] as number).toFixed(3)}\u00a0m`);
    await expect(facts).toContainText((lats[i] as number).toFixed(7));
  };
  await shows(times.length - 1);
  await expect(page.getByText(t('track:position', { no: times.length, count: times.length }))).toBeVisible();
  await expectSound(page, look);

  // An arrow key moves the replay by a fix, which is in the address.
  const slider = page.getByRole('slider', { name: t('track:slider') });
  await slider.focus();
  await slider.press('ArrowLeft');
  await shows(times.length - 2);
  await expect(page).toHaveURL(new RegExp(`at=${times.at(-2)}`));

  // A stop is shown at its begin; the storm dragged the pontoon out of the fence.
  const stops = page.getByRole('table', { name: /停留/ });
  await stops.getByRole('row').nth(2).click();
  await expect(page).toHaveURL(/at=\d+/);
  const out = moved.findIndex((value) => value > 95);
  await page.goto(`${path}/tdm-map?range=${range.start}-${range.end}&at=${times[out]}&mode=60`);
  await shows(out);
  await expect(facts).toContainText(t('track:outside', { far: '' }).trim());

  // Playing passes fixes and pausing writes the time into the address, where a reload finds it.
  await expect(page.getByText(t('track:pace', { text: '16 小时 40 分钟' }))).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: t('data-views:time.play') }).click();
  await expect(facts).not.toContainText(wall(times[out] as number));
  await page.getByRole('button', { name: t('data-views:time.pause') }).click();
  const at = Number(new URL(page.url()).searchParams.get('at'));
  expect(at).toBeGreaterThan(times[out] as number);
  expect(times).toContain(at);
  await page.reload();
  await shows(times.indexOf(at));

  // As a table every fix has a row; without a fix the track is unavailable.
  await page.getByRole('button', { name: t('data-views:tool.table') }).click();
  await expect(page.getByRole('columnheader', { name: `${t('track:lat')} °` })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('data-views:tool.export') }).click();
  await page.getByRole('menuitem', { name: t('data-views:tool.csv') }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(times.length + 1);
  expect(lines[1]).toContain((lats[0] as number).toFixed(7));
  await page.goto(`${path}/tdm-map?range=1000000000000-1000086400000`);
  await expect(page.getByText(t('track:unavailable'))).toBeVisible();
  await page.getByRole('button', { name: t('data-views:empty.jump') }).click();
  await expect(facts).toBeVisible();
});
