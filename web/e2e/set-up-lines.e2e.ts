import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { Api } from './api';
import { choose } from './controls';
import { enter, expect, expectWords, test } from './fixtures';
import type { Look, Words } from './look';
import { freePort, program } from './private';

const password = 'Newcomer-2026!';
const formula = (field: string, computedField: string) => ({
  aspect: 'formula',
  validFrom: 0,
  value: { rules: [{ computedField, formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field } }] },
});

/** An empty installation with a port for devices that dial in. */
async function install() {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-lines-'));
  const base = `http://127.0.0.1:${await freePort()}`;
  const flags = ['--http', new URL(base).host, '--mqtt', '127.0.0.1:0', '--ops', ''];
  const lines = ['--dtu', `127.0.0.1:${await freePort()}`];
  const server = spawn(program, ['serve', '--data', folder, ...flags, ...lines], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PLUMBLINE_ADMIN_PASSWORD: password },
  });
  server.stderr.resume();
  for await (const line of createInterface(server.stdout)) if (line.includes(' is up: ')) break;
  server.stdout.resume();
  const stop = async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { base, stop };
}

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
  { language: 'zh', theme: 'default' },
  { language: 'en', theme: 'white' },
  { language: 'zh-TW', theme: 'default' },
];

for (const look of looks) {
  test.describe(`${look.language}, ${look.theme}`, () => {
    test.use({ look, permissions: ['clipboard-read', 'clipboard-write'] });

    test('a DTU with two Modbus sensors and two stations are set up by what the screen shows', async ({ page, t }) => {
      test.setTimeout(120_000);
      const own = await install();
      let dtu: Socket | undefined;
      try {
        const api = await Api.signIn(own.base, 'admin', password);
        const project = await api.post('/projects', { name: 'Pit 3' });
        const structure = await api.post(`/projects/${project.id}/structures`, {
          name: 'North wall',
          type: 'FoundationPit',
        });
        const devices = `/corporations/${project.corporationId}/devices`;
        const device = async (body: object, link?: object) => {
          const { id } = await api.post(devices, { projectId: project.id, ...body });
          if (link) await api.patch(`${devices}/${id}/link-config`, { validFrom: 0, value: link });
          return id as number;
        };
        const point = (name: string, deviceId: number, kind: object, field: string, computed: string) =>
          api.post(`/structures/${structure.id}/measuring-points`, {
            points: [
              {
                name,
                ...kind,
                config: [
                  { aspect: 'binding', validFrom: 0, value: { sources: [{ role: 'main', deviceId }] } },
                  formula(field, computed),
                ],
              },
            ],
          });
        const collector = await device({
          name: 'DTU',
          type: 'DTU',
          model: 'DTU-1',
          sncode: 'DTU-0301',
          register: 'DTU-0301',
        });
        const sensors: number[] = [];
        for (const address of [1, 2]) {
          const id = await device(
            {
              ...{ name: `Gauge ${address}`, type: 'WATERLEVEL', model: 'WL-485', sncode: `WL-030${address}` },
              config: [{ aspect: 'connection', validFrom: 0, value: { collectorId: collector, channelNo: address } }],
            },
            { protocol: 'modbus', address, profile: { preset: 'vw', channels: 1 } },
          );
          await point(`P${address}`, id, { measurement: 'Waterlevel', category: 'WATERLEVEL' }, 'freq', 'level');
          sensors.push(id);
        }
        const dust = await device({
          ...{
            name: 'Dust',
            type: 'WeatherStation',
            model: 'WS-HJ',
            protocolCode: 'HJ',
            sncode: 'HJ-0301',
            register: 'HJ-0301',
          },
        });
        await point('D1', dust, { measurement: 'Environment', category: 'WeatherStation' }, 'airTemp', 'airTemp');
        const level = await device({
          ...{
            name: 'River',
            type: 'WATERLEVEL',
            model: 'WL-SL651',
            protocolCode: 'HYDRO',
            sncode: '0012345678',
            register: '0012345678',
          },
        });
        await point('R1', level, { measurement: 'Waterlevel', category: 'WATERLEVEL' }, 'level', 'level');

        // The pages of both sensors say how their DTU dials in and what each sensor answers.
        const shown: Awaited<ReturnType<typeof facts>>[] = [];
        await enter(page, look, own.base, { name: 'admin', password, path: `/test?device=${sensors[0]}&tab=side` });
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
}

/** The newest value of a point; null: it has none. */
async function latest(api: Api, projectId: number, name: string): Promise<number | null> {
  const { list } = await api.get(`/projects/${projectId}/measuring-points?name=${name}`);
  const { list: values } = await api.post('/monitor/latest', { measuringPointIds: [list[0].id] });
  return values[0]?.time ?? null;
}
