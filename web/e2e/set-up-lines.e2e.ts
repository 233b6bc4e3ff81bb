import { execFile } from 'node:child_process';
import { createConnection, type Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { Api } from './api';
import { choose } from './controls';
import { enter, expect, expectWords, inLooks, test } from './fixtures';
import { installWithLines } from './lines-server';
import { journeyed, type Look, type Words } from './look';
import { Site } from './site-forms';

/** What the page says to set in the device. */
async function facts(page: Page, t: Words) {
  const line = page.getByRole('region', { name: t('debug:side.line') }).first();
  const fact = async (name: string) => {
    const row = line.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) });
    return (await row.locator('dd').count()) > 0 ? await row.locator('dd').innerText() : '';
  };
  await expect(line).toBeVisible();
  const [, host = '', port = ''] = /TCP (\S+):(\d+)/.exec(await fact(t('debug:side.server'))) ?? [];
  const hex = (text: string) => Buffer.from((/(?:[\dA-F]{2} ?)+$/.exec(text)?.[0] ?? '').replaceAll(' ', ''), 'hex');
  return {
    host,
    port: Number(port),
    registration: hex(await fact(t('debug:side.registration'))),
    request: hex(await fact(t('debug:side.request'))),
    answer: hex(await fact(t('debug:side.answer'))),
  };
}

/** The command on the page that dials in as the device, as its button copies it. */
async function copied(page: Page, t: Words): Promise<string> {
  const line = page.getByRole('region', { name: t('debug:side.line') }).first();
  await line.getByRole('button', { name: t('common:action.copy') }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Waits until the indicator on the page has reached its last step. */
async function feedsPoint(page: Page, t: Words) {
  const steps = page
    .getByRole('region', { name: t('debug:side.progress') })
    .first()
    .getByRole('listitem');
  for (const [i, step] of ['byte', 'registered', 'decoded', 'feeds'].entries()) {
    await expect(steps.nth(i)).toContainText(t(`debug:side.step.${step}`));
    await expect(steps.nth(i)).toHaveAttribute('data-done', 'true', { timeout: 20_000 });
  }
}

const looks: Look[] = [
  { language: 'zh-TW', theme: 'default' },
  { language: 'en', theme: 'white' },
  { language: 'zh', theme: 'default' },
];

inLooks(journeyed(looks), (look) => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  test('a DTU with two Modbus sensors and two stations are set up by what the screen shows', async ({ page, t }) => {
    test.setTimeout(300_000);
    const own = await installWithLines();
    let dtu: Socket | undefined;
    try {
      const api = await Api.signIn(own.base, 'admin', own.password);
      await enter(page, look, own.base, { name: 'admin', password: own.password, path: '/projects' });
      const site = new Site(page, t, own.base, look);
      await site.addProject('Pit 3');
      await site.addStructure('North wall');
      await site.addDevice({ model: 'DTU-1', name: 'DTU', sncode: 'DTU-0301' });
      for (const address of [1, 2]) {
        await site.addDevice({ model: 'WL-485', name: `Gauge ${address}`, sncode: `WL-030${address}` });
        const id = await deviceId(api, `WL-030${address}`);
        await site.connect(id, 'DTU', address);
        await site.speakModbus(id, address);
      }
      await site.addDevice({ model: 'WS-HJ', name: 'Dust', sncode: 'HJ-0301', register: 'HJ-0301' });
      await site.addDevice({ model: 'WL-SL651', name: 'River', sncode: '0012345678', register: '0012345678' });
      await site.addPoints([
        ['P1', 'Waterlevel', 'WATERLEVEL', 'WL-0301'],
        ['P2', 'Waterlevel', 'WATERLEVEL', 'WL-0302'],
        ['R1', 'Waterlevel', 'WATERLEVEL', '0012345678'],
        ['D1', 'Environment', 'WeatherStation', 'HJ-0301'],
      ]);
      for (const [measurement, field, count] of [
        ['Waterlevel', 'level', 3],
        ['Environment', 'airTemp', 1],
      ] as const) {
        await site.takeDirectly(await named(api, measurement, field, look), count);
      }
      const project = { id: site.projectId };
      const sensors = [await deviceId(api, 'WL-0301'), await deviceId(api, 'WL-0302')];
      const dust = await deviceId(api, 'HJ-0301');
      const level = await deviceId(api, '0012345678');

      // The pages of both sensors say how their DTU dials in and what each sensor answers.
      const shown: Awaited<ReturnType<typeof facts>>[] = [];
      for (const id of sensors) {
        await page.goto(`${own.base}/test?device=${id}&tab=side`);
        const one = await facts(page, t);
        expect(one.request.length).toBeGreaterThan(0);
        await expectWords(page, look);
        shown.push(one);
      }
      const [first] = shown;
      if (!first) throw new Error('nothing is shown');
      dtu = createConnection({ host: first.host, port: first.port });
      dtu.on('error', () => undefined);
      dtu.write(first.registration);
      dtu.on('data', (asked) => {
        const found = shown.find(({ request }) => request.equals(asked));
        if (found) dtu?.write(found.answer);
      });
      for (const [i, id] of sensors.entries()) {
        await page.goto(`${own.base}/test?device=${id}&tab=commands`);
        await choose(page, t('commands:column.command'), t('commands:kind.read'));
        await page.getByRole('button', { name: t('commands:send'), exact: true }).click();
        await expect(
          page
            .getByRole('row')
            .filter({ hasText: t('commands:kind.read') })
            .first(),
        ).toContainText(t('commands:state.answered'), { timeout: 20_000 });
        await page.goto(`${own.base}/test?device=${id}&tab=side`);
        await feedsPoint(page, t);
        await expectWords(page, look);
        expect(await latest(api, project.id, `P${i + 1}`)).not.toBeNull();
      }
      // The stations send by themselves: the command on the page does the same.
      for (const [name, id] of Object.entries({ D1: dust, R1: level })) {
        await page.goto(`${own.base}/test?device=${id}&tab=side`);
        const command = await copied(page, t);
        const running = execFile('sh', ['-c', command], { timeout: 30_000 });
        await feedsPoint(page, t);
        await expectWords(page, look);
        running.kill();
        expect(await latest(api, project.id, name)).not.toBeNull();
      }
    } finally {
      dtu?.destroy();
      await page.goto('about:blank');
      await own.stop();
    }
  });
});

/** The newest value of a point; null: it has none. */
async function latest(api: Api, projectId: number, name: string): Promise<number | null> {
  const { list } = await api.get(`/projects/${projectId}/measuring-points?name=${name}`);
  const { list: values } = await api.post('/monitor/latest', { measuringPointIds: [list[0].id] });
  return values[0]?.time ?? null;
}

/** The id of a device, by its serial number. */
async function deviceId(api: Api, sncode: string): Promise<number> {
  const { list } = await api.get(`/corporations/${api.session.user.corporationId}/devices?name=${sncode}`);
  return list[0].id;
}

/** What a measurement and one of its values are called in a language. */
async function named(api: Api, code: string, field: string, { language }: Look) {
  const { list } = await api.get('/constants/measurements');
  const found = list.find((one: { code: string }) => one.code === code);
  const attribute = found.fields.find((one: { name: string }) => one.name === field);
  return { measurement: found.label[language] as string, field: attribute.label[language] as string };
}
