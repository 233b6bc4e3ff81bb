import { readFile } from 'node:fs/promises';
import { choose } from './controls';
import { connect, type Device, send } from './device';
import { expect, expectSound, inLooks, test } from './fixtures';
import { journeyed, type Look } from './look';
import { drawnPicture } from './picture';
import { fillIn, type Line } from './workbook';

const arrival = { timeout: 40_000 };
const day = 86_400_000;
const sensors = 97;

/** The wire of the gauge begins at 2500 Hz and rises by 1 Hz a day, for twelve days: a crack that opens stretches it. */
const before = 12;
const f0 = 2500;
const width = (factor: number, freq: number) => factor * (freq ** 2 - f0 ** 2);

/** Midnight of the last Tuesday in the demo's zone. */
function lastTuesday(now: number): number {
  const today = Math.floor((now + 8 * 3_600_000) / day);
  const weekday = (today + 4) % 7; // the first of January 1970 was a Thursday
  return (today - ((weekday + 5) % 7)) * day - 8 * 3_600_000;
}

/** The looks of the journey; halfway, in each language, the engineer switches the theme. */
const looks: Look[] = [
  { language: 'zh', theme: 'default' },
  { language: 'en', theme: 'white' },
];
const otherTheme = ({ theme }: Look) => (theme === 'white' ? 'default' : 'white');

inLooks(journeyed(looks), (look) => {
  test('an engineer sets up a site, corrects it and finds everything again', async ({ page, signIn, t, api }) => {
    test.setTimeout(300_000);
    const mark = Date.now().toString(36).toUpperCase();
    const now = Date.now();
    const menu = page.getByRole('navigation', { name: t('shell:menu.name') });
    const dialog = page.getByRole('dialog');
    const ok = (name: string) => dialog.last().getByRole('button', { name, exact: true });
    const sound = () => expectSound(page, look);
    /** Sensor 1 is connected to channel 1 of the collector that was added by hand. */
    const serial = (no: number) => `CRV${mark}${String(no).padStart(3, '0')}`;
    const collector = (no: number) => `H${no}${mark}`;
    const collectorOf = (no: number) => collector(Math.ceil(no / 25));
    const channelOf = (no: number) => ((no - 1) % 25) + 1;
    let projectId = 0;
    let corporationId = 0;
    let structureId = 0;
    const devices: Device[] = [];
    let latest = 0;

    await test.step('adds a project and a structure and places them on the map', async () => {
      await signIn(undefined, undefined, '/projects');
      await page.getByRole('button', { name: t('project:list.create') }).click();
      await dialog.getByLabel(t('forms:project.name')).fill(`N${mark}`);
      await dialog.getByLabel(new RegExp(t('map:coordinate.longitude'))).fill('116:23:29.220000E');
      await dialog.getByLabel(new RegExp(t('map:coordinate.latitude'))).fill('39:54:26.370000N');
      await sound();
      await ok(t('forms:project.create')).click();
      await expect(page).toHaveURL(/\/projects\/\d+\/console$/);
      projectId = Number(/\/projects\/(\d+)\//.exec(page.url())?.[1]);
      corporationId = (await api.get(`/projects/${projectId}`)).corporationId;

      await page.getByRole('button', { name: t('console:structure.add') }).click();
      await dialog.getByLabel(t('console:structure.name'), { exact: true }).fill('S1');
      await choose(dialog, t('console:structure.type'), /./);
      await choose(dialog, t('sites:structure.display'), t('sites:structure.displays.IMG'));
      await sound();
      await ok(t('common:action.save')).click();
      await expect(dialog).toHaveCount(0);

      await page.goto(`/projects/${projectId}/console/map`);
      await page.getByRole('button', { name: / S1/ }).click();
      const map = page.getByRole('img', { name: t('plan:mapLabel', { count: 1 }) });
      await map.click({ position: { x: 420, y: 260 } });
      await expect(page.getByRole('img', { name: t('plan:mapLabel', { count: 2 }) })).toBeVisible();
      await sound();
      const { list } = await api.get(`/projects/${projectId}/structures`);
      structureId = list[0].id;
      await expect
        .poll(async () => (await api.get(`/projects/${projectId}/structures`)).list[0].longitude)
        .toBeGreaterThan(100);
    });

    await test.step('adds a drawing with a picture', async () => {
      await page.getByRole('link', { name: t('plan:toPlans') }).click();
      await page
        .getByRole('button', { name: t('plan:add') })
        .first()
        .click();
      await dialog.getByLabel(t('plan:form.name')).fill('P1');
      await dialog.locator('input[type=file]').setInputFiles(await drawnPicture(page, 900, 600));
      await expect(dialog.getByRole('img', { name: t('plan:form.preview') })).toBeVisible();
      await dialog.getByLabel(new RegExp(t('plan:form.realWidth').replace(/[()]/g, '.'))).fill('30');
      await sound();
      await ok(t('common:action.save')).click();
      await expect(page.getByRole('heading', { name: 'P1' })).toBeVisible();
    });

    await test.step('adds a collector by hand', async () => {
      await menu.getByRole('link', { name: t('shell:menu.devices') }).click();
      await page.getByRole('button', { name: t('console:devices.add') }).click();
      await choose(dialog, t('console:devices.model'), /\(HDA3-32\)/, 'HDA3-32');
      await dialog.getByLabel(t('console:devices.name')).fill('H1');
      await dialog.getByLabel(t('console:devices.sncode')).fill(collector(1));
      await dialog.getByLabel(new RegExp(t('console:devices.register'))).fill(collector(1));
      await sound();
      await ok(t('console:devices.add')).click();
      await expect(dialog.getByText(t('console:access.once'))).toBeVisible();
      await sound();
      const line = await dialog.getByText(/^mosquitto_pub /).textContent();
      devices.push({ register: collector(1), secret: / -P '?([^ ']+)/.exec(line ?? '')?.[1] ?? '' });
    });

    await test.step('imports a hundred devices from a spreadsheet after fixing a wrong cell', async () => {
      await page.goto(`/projects/${projectId}/devices/import`);
      let saving = page.waitForEvent('download');
      await page.getByRole('button', { name: t('bulk:importing.template') }).click();
      const template = await readFile(await (await saving).path());
      // Name, serial number, model, register; collector, channel; K and f0: the columns have this order in every
      // language.
      const rows: Line[] = [2, 3, 4].map((no) => ({
        A: `H${no}`,
        B: collector(no),
        C: 'HDA3-32',
        E: collector(no),
      }));
      for (let no = 1; no <= sensors; no++) {
        const bound = { I: collectorOf(no), J: channelOf(no) };
        rows.push({ A: `C-${no}`, B: serial(no), C: 'CRK-VW', ...bound, S: no === 1 ? 0.0002 : 0.0001, U: f0 });
      }
      const upload = (lines: Line[]) =>
        page.locator('input[type=file]').setInputFiles({
          ...{ name: 'devices.xlsx', mimeType: 'application/octet-stream', buffer: fillIn(template, lines) },
        });
      await upload(rows.map((row, i) => (i === 50 ? { ...row, S: '1/10000' } : row)));
      await expect(page.getByText(t('bulk:importing.bad', { count: 1 }))).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: serial(48) })).toContainText('1/10000');
      await sound();
      await upload(rows);
      await expect(page.getByText(t('bulk:importing.ready', { count: 100 }))).toBeVisible();
      await page.getByRole('button', { name: t('bulk:importing.run', { count: 100 }) }).click();
      await expect(page.getByText(t('bulk:importing.done', { count: 100 }))).toBeVisible();
      await sound();
      saving = page.waitForEvent('download');
      await page.getByRole('button', { name: t('bulk:importing.secrets') }).click();
      const secrets = await readFile(await (await saving).path(), 'utf8');
      for (const line of secrets.trim().split(/\r?\n/).slice(1)) {
        const [, , register = '', secret = ''] = line.split(',').map((cell) => cell.replaceAll('"', ''));
        devices.push({ register, secret });
      }
      expect(devices.map(({ register }) => register)).toEqual([1, 2, 3, 4].map(collector));
    });

    await test.step('pastes their points into the grid and sets their formula', async () => {
      const structure = `/projects/${projectId}/console/structures/${structureId}`;
      await page.goto(structure);
      await page.getByRole('button', { name: t('console:point.add') }).click();
      const cell = (name: string, no: number) => t('sites:grid.cell', { name, no });
      const text = Array.from({ length: sensors - 1 }, (_, i) =>
        [`P-${String(i + 1).padStart(2, '0')}`, 'Crack', 'Crack', serial(i + 1)].join('\t'),
      ).join('\n');
      await dialog.getByRole('textbox', { name: cell(t('console:point.name'), 1) }).evaluate((field, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
      const add = dialog.getByRole('button', { name: t('sites:grid.add', { count: sensors - 1 }) });
      await expect(add).toBeEnabled();
      // A long list renders only the visible lines.
      await dialog.locator('.ant-drawer-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
      await expect(dialog.getByText(`C-96 (${serial(96)})`)).toBeVisible();
      await sound();
      await add.click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'P-50', exact: true })).toBeVisible();
      await sound();

      await page.goto(`/projects/${projectId}/console?tab=formulas`);
      await page.getByRole('button', { name: t('configuration:formulas.edit') }).click();
      await dialog.getByRole('button', { name: t('console:formula.add') }).click();
      await dialog.getByText(t('console:formula.system'), { exact: true }).click();
      await choose(dialog, t('console:formula.system'), /VW_LINEAR/, 'VW_LINEAR');
      await choose(dialog, t('console:formula.field'), /mm/);
      await choose(dialog, t('configuration:asOf.title'), t('configuration:timeline.always'));
      await ok(t('configuration:bulk.preview')).click();
      await expect(dialog.getByText(t('console:consequences.title'))).toBeVisible();
      await sound();
      await ok(t('configuration:bulk.save', { count: sensors - 1 })).click();
      await expect(page.getByRole('row').filter({ hasText: 'P-01' })).not.toContainText(
        t('configuration:formulas.unset'),
      );
    });

    const point = await test.step('places points on the drawing', async () => {
      await page.goto(`/projects/${projectId}/console/plans`);
      const drawing = page.getByRole('img', { name: t('plan:label', { name: 'P1', count: 0 }) });
      await page.getByRole('button', { name: / P-01/ }).click();
      await drawing.click({ position: { x: 300, y: 200 } });
      await page
        .getByRole('img', { name: t('plan:label', { name: 'P1', count: 1 }) })
        .click({ position: { x: 420, y: 240 } });
      await expect(page.getByRole('img', { name: t('plan:label', { name: 'P1', count: 2 }) })).toBeVisible();
      await sound();
      const found = await api.get(`/projects/${projectId}/measuring-points?pageSize=200&name=P-01`);
      return found.list[0].id as number;
    });
    const pointConsole = `/projects/${projectId}/console/structures/${structureId}/items/0/mps/${point}`;
    const values = async (type = 'observed'): Promise<Map<number, number>> => {
      const body = { measuringPointId: point, start: now - 25 * day, end: Date.now() + day, page: 1, pageSize: 100 };
      const table = await api.post('/monitor/pagination', { ...body, valueTypes: [type], includeAbnormal: true });
      return valuesOf(table);
    };
    const first = Math.floor(now / 60_000) * 60_000 - before * day;
    const frequency = (time: number) => f0 + (time - first) / day + 1;

    await test.step('switches the theme', async () => {
      const other = otherTheme(look);
      await page.getByRole('button', { name: /Administrator|admin/ }).click();
      const reloaded = page.waitForEvent('load');
      await page.getByText(t(`shell:user.themes.${other}`), { exact: true }).click();
      await reloaded;
      await expect(page.locator('html')).toHaveAttribute('data-theme', other);
    });

    await test.step('all devices come online', async () => {
      await page.goto(`/projects/${projectId}/devices`);
      const online = page
        .locator('dl div')
        .filter({ has: page.getByText(t('common:deviceState.online'), { exact: true }) });
      await expect(online).toContainText('0');
      const one = (no: number, time: number) => ({ no, freq: frequency(time), temp: 18 });
      // Earlier readings of the first gauge are sent later.
      const times = Array.from({ length: before }, (_, i) => first + i * day);
      const records = times.map((time) => ({ t: time, ch: [one(1, time)] }));
      await expect(() => send(devices[0] as Device, { type: 'data', hist: true, records })).toPass({
        timeout: 10_000,
      });
      const lines = devices.map(connect);
      // Initial values are formed from readings after the points were created.
      const began = Date.now();
      for (const time of [began, began + 1, began + 2]) {
        latest = time;
        for (const [k, line] of lines.entries()) {
          const hanging = Array.from({ length: k === 3 ? 22 : 25 }, (_, no) => one(no + 1, time));
          line.send({ type: 'data', t: time, ch: hanging });
        }
      }
      // The last gauge is a spare: it feeds no point, but its channel sends.
      await expect(online).toContainText('101', arrival);
      await sound();
      await Promise.all(lines.map((line) => line.hangUp()));
      await expect.poll(async () => (await values()).size, arrival).toBe(before + 3);
    });

    const tuesday = lastTuesday(now);
    const wrong = await values();
    await test.step('corrects a wrong coefficient as of last Tuesday', async () => {
      const { list } = await api.get(`/corporations/${corporationId}/devices?projectId=${projectId}&name=${serial(1)}`);
      await page.goto(`/projects/${projectId}/devices?device=${list[0].id}&tab=coefficients`);
      const factor = dialog.getByRole('spinbutton').first();
      await expect(factor).toHaveValue('0.0002');
      await factor.fill('0.0001');
      await choose(dialog, t('configuration:asOf.title'), new RegExp(t('configuration:asOf.weekday.tuesday')));
      await dialog.getByLabel(t('console:version.note')).fill('K');
      await dialog.getByRole('button', { name: t('console:version.preview') }).click();
      await expect(dialog.getByText(t('console:consequences.title'))).toBeVisible();
      await sound();
      await dialog.getByRole('button', { name: t('console:version.confirm') }).click();
      await expect(dialog.getByRole('listitem').filter({ hasText: t('console:version.no', { no: 2 }) })).toBeVisible();
      await expect
        .poll(
          async () =>
            [...(await values())].every(([time, value]) =>
              near(value, width(time < tuesday ? 0.0002 : 0.0001, frequency(time))),
            ),
          arrival,
        )
        .toBe(true);
      const corrected = await values();
      const changed = [...corrected].filter(([time, value]) => !near(value, wrong.get(time) ?? Number.NaN));
      expect(changed.map(([time]) => time >= tuesday)).toEqual(changed.map(() => true));
      expect(changed.length).toBe([...corrected.keys()].filter((time) => time >= tuesday).length);
      expect(changed.length).toBeGreaterThan(0);
      expect(changed.length).toBeLessThan(corrected.size);
    });

    await test.step('replaces a broken instrument and continues the curve', async () => {
      await page.goto(`${pointConsole}?tab=groups`);
      await page.getByRole('button', { name: t('configuration:groups.replace') }).click();
      await choose(dialog, t('console:binding.device'), new RegExp(serial(sensors)), serial(sensors));
      await dialog.getByLabel(t('configuration:groups.note')).fill('R');
      await ok(t('configuration:bulk.preview')).click();
      await expect(dialog.getByText(t('console:consequences.title'))).toBeVisible();
      await sound();
      await ok(t('configuration:groups.replace')).click();
      await expect(dialog.getByText(t('configuration:groups.step2Hint'))).toBeVisible();
      await sound();
      // The new gauge sits elsewhere in its range.
      const replaced = Date.now();
      const line = connect(devices[3] as Device);
      for (let i = 0; i < 3; i++)
        line.send({ type: 'data', t: replaced + i, ch: [{ no: channelOf(sensors), freq: 2700 + i / 10, temp: 18 }] });
      await line.hangUp();
      await expect(async () => {
        await ok(t('configuration:bulk.preview')).click();
        await expect(dialog.getByText(t('configuration:groups.carried'))).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 20_000 });
      await sound();
      await ok(t('configuration:groups.migrate')).click();
      await expect(page.getByText(t('configuration:groups.state.completed'))).toBeVisible();
      await expect(dialog).toHaveCount(0);
      for (const instrument of [1, sensors])
        await expect(page.getByRole('row').filter({ hasText: serial(instrument) })).toBeVisible();
      await sound();
      await expect
        .poll(async () => {
          const change = await values('accumulated');
          const old = change.get(latest) ?? Number.NaN;
          const fresh = [...change].filter(([time]) => time >= replaced);
          return fresh.length === 3 && fresh.every(([, value]) => Math.abs(value - old) < 0.2);
        }, arrival)
        .toBe(true);
    });

    await test.step('finds everything again', async () => {
      // The curve, with the change of the instrument on it.
      await page.goto(`/projects/${projectId}/monitor-new/structures/${structureId}/mps/${point}`);
      await expect(page.getByRole('img', { name: /P-01/ })).toBeVisible();
      await sound();
      await page.goto(`${pointConsole}?tab=records`);
      const records = page.getByRole('region', { name: t('sites:records.title') });
      await expect(records.getByText(/P-01/).first()).toBeVisible();
      await sound();
      await page.goto(`${pointConsole}?tab=binding`);
      await expect(page.getByRole('listitem').filter({ hasText: t('console:version.no', { no: 2 }) })).toBeVisible();
      await sound();
      // The device with the coefficient that was wrong, by its serial number from anywhere.
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: t('shell:search.title'), exact: true }).fill(serial(1));
      await page
        .getByRole('option')
        .filter({ hasText: serial(1) })
        .click();
      await expect(page).toHaveURL(/device/);
      await expect(page.getByText(serial(1)).first()).toBeVisible();
      await page.goto(`/projects/${projectId}/console?tab=records`);
      const search = page.getByRole('searchbox', { name: t('sites:records.search') });
      for (const thing of ['S1', 'P1', 'P-01', `H1`, serial(1)]) {
        await search.fill(thing);
        await search.press('Enter');
        await expect(page.getByRole('listitem').filter({ hasText: thing }).first()).toBeVisible();
      }
      await sound();
      await page.goto(`/projects/${projectId}/devices/actions`);
      await expect(page.getByRole('row').filter({ hasText: t('bulk:actions.kind.importDevices') })).toBeVisible();
      await sound();
      await page.goto(`/console/operation-logs?project=${projectId}`);
      await expect(page.getByRole('row').filter({ hasText: 'P-01' }).first()).toBeVisible();
      await sound();
    });
  });
});

const near = (a: number, b: number) => Math.abs(a - b) < 1e-4;

// biome-ignore lint/suspicious/noExplicitAny: a journey reads what it knows to be there
function valuesOf(table: any): Map<number, number> {
  return new Map(table.list.map((row: { time: number; values: number[] }) => [row.time, row.values[0]]));
}
