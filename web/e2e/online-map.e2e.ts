import { Api } from './api';
import { enter, expect, expectSound, test } from './fixtures';
import { OnlineMap } from './online-map-server';

test.use({ look: { language: 'zh-TW', theme: 'white' } });

const own = new OnlineMap();
test.beforeAll(() => own.start());
test.afterAll(() => own.stop());

test('the server proxies layers and search of the online map and never exposes its key', async ({
  page,
  look,
  t,
  watch,
}) => {
  const strangers: string[] = [];
  const responses: Promise<string>[] = [];
  page.on('request', (request) => {
    const { url } = { url: request.url() };
    if (!url.startsWith(own.base) && !/^(blob|data):/.test(url)) strangers.push(url);
    if (`${url} ${request.postData() ?? ''}`.includes(own.key)) strangers.push(url);
  });
  page.on('response', (response) => {
    if (!response.url().startsWith(own.base) || response.url().endsWith('/api/events')) return; // a stream has no end
    const headers = JSON.stringify(response.headers());
    responses.push(
      response.text().then(
        (body) => `${headers}${body}`,
        () => headers,
      ),
    );
  });
  const api = await Api.signIn(own.base, 'admin', own.password);
  const project = await api.post('/projects', { name: 'M', longitude: 114.3, latitude: 30.5 });
  await enter(page, look, own.base, {
    name: 'admin',
    password: own.password,
    path: `/projects/${project.id}/console/map`,
  });

  await expect.poll(() => [...own.layers].sort()).toEqual(['cva', 'vec']);
  for (const [kind, labels] of [
    ['img', 'cia'],
    ['ter', 'cta'],
  ] as const) {
    await page.getByText(t(`map:layer.${kind}`), { exact: true }).click();
    await expect.poll(() => own.layers.has(kind) && own.layers.has(labels)).toBe(true);
  }
  // A suggestion without coordinates is geocoded when it is chosen.
  const search = page.getByRole('combobox', { name: t('map:search') });
  await search.fill('wuhan');
  const geocoded = page.waitForResponse(/map\/geocoding/);
  await page.getByText('Wuhan Bridge').click();
  expect(await (await geocoded).json()).toMatchObject({ longitude: 114.4, latitude: 30.6 });
  await expectSound(page, look);

  own.failing = true;
  watch.expectFailure(/503/);
  await page.getByText(t('map:layer.vec'), { exact: true }).click();
  await page.getByRole('button', { name: t('common:map.zoomOut') }).click();
  await expect(page.getByText(t('map:failing'))).toBeVisible();
  await expectSound(page, look);

  expect(strangers).toEqual([]);
  expect((await Promise.all(responses)).filter((text) => text.includes(own.key))).toEqual([]);
});
