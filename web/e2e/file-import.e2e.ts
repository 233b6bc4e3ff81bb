import type { Page } from '@playwright/test';
import type { Api } from './api';
import { expect, expectSound, test } from './fixtures';
import type { Words } from './look';
import { zipOf } from './zip';

test.use({ look: { language: 'en', theme: 'white' } });

const hour = 3_600_000;

/** A device with a point that shows its raw X angle, from 2020 on. */
async function makeLogger(api: Api) {
  const mark = `${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`.toUpperCase();
  const project = await api.post('/projects', { name: `File ${mark}` });
  const { id: deviceId } = await api.post(`/corporations/${project.corporationId}/devices`, {
    ...{ name: 'Logger', type: 'IDM', model: 'IDM-2', sncode: `FIL${mark}`, register: `FIL${mark}` },
    projectId: project.id,
  });
  const { id: structureId } = await api.post(`/projects/${project.id}/structures`, { name: 'H-1', type: 'Bridge' });
  const point = `QJ-${mark.slice(-4)}`;
  const { list } = await api.post(`/structures/${structureId}/measuring-points`, {
    points: [{ name: point, measurement: 'Tilt', category: 'IDM' }],
  });
  const rule = { computedField: 'angleX', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT' };
  for (const [aspect, value] of Object.entries({
    binding: { sources: [{ role: 'main', deviceId }] },
    formula: { rules: [{ ...rule, options: { field: 'angleX' } }] },
  })) {
    const path = `/structures/${structureId}/measuring-points/${list[0].id}/versions`;
    await api.post(path, { aspect, validFrom: Date.UTC(2020, 0), value, note: '' });
  }
  return { point, path: `/projects/${project.id}/devices/${deviceId}/import` };
}

async function send(page: Page, name: string, content: string | Buffer) {
  const buffer = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Chooses an entry of a list that opens below a field. */
async function pick(page: Page, label: string, option: string) {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.type(option.slice(0, 3));
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).first().click();
}

/** Fills in a field that proposes entries, and leaves it, which closes its list. */
async function fillIn(page: Page, label: string, text: string) {
  const field = page.getByLabel(label);
  await field.fill(text);
  await field.blur();
}

/** Chooses an entry of a list without a search. */
async function select(page: Page, label: string, option: string) {
  const list = page.locator('.ant-select-dropdown:visible');
  await expect(list).toHaveCount(0); // that of a field filled in before may still be closing
  await page.getByLabel(label, { exact: true }).click();
  await expect(list).not.toHaveClass(/-enter/); // a click during the opening animation can leave the list open
  await list.getByTitle(option, { exact: true }).click();
  await expect(list).toHaveCount(0); // the next list must not be taken for this one
}

async function start(page: Page, t: Words) {
  await page.getByRole('button', { name: t('file-import:start'), exact: true }).click();
}

/** The total of an imported file, as shown on the page. */
async function expectSum(page: Page, t: Words, rows: number, counts: [string, number][]) {
  const sum = page.locator('p', { hasText: t('file-import:sum.equal') });
  await expect(sum).toContainText(`${rows} ${t('file-import:sum.rows')}`);
  for (const [part, value] of counts) await expect(sum).toContainText(`${value} ${t(`file-import:sum.${part}`)}`);
}

/** A logger's file of a day by the hour: one cell of it is broken. */
function csv(from: number): string {
  const rows = Array.from({ length: 24 }, (_, i) => {
    const time = new Date(from + i * hour).toISOString().slice(0, 19).replace('T', ' ');
    return `${time},${(0.5 + i / 100).toFixed(2)},${i === 7 ? 'broken' : '15.2'},ok`;
  });
  return ['time,angleX,Temp,Remark', ...rows].join('\n');
}

test('a recognized logger file is imported', async ({ page, signIn, look, t, api }) => {
  const { path } = await makeLogger(api);
  await signIn(undefined, undefined, path);
  await send(page, 'day.csv', csv(Date.now() - 48 * hour));

  await expect(page.getByText(t('file-import:verdict.table'))).toBeVisible();
  // The zone is requested; columns named like the device's fields are not.
  await expect(page.getByRole('contentinfo').or(page.locator('footer'))).toContainText(t('file-import:missing.zone'));
  await expect(page.getByLabel(t('file-import:fieldOf', { name: 'angleX' }))).toHaveValue('angleX');
  await expect(page.getByLabel(t('file-import:fieldOf', { name: 'Temp' }))).toHaveValue('temp');
  await expectSound(page, look);
  await pick(page, t('file-import:zone'), 'Asia/Shanghai');
  await start(page, t);

  await expect(page.getByText(t('file-import:states.done'), { exact: true })).toBeVisible();
  await expectSum(page, t, 24, [
    ['stored', 24],
    ['equal', 0],
    ['refused', 0],
  ]);
  await expect(page.getByRole('row').filter({ hasText: 'broken' })).toContainText('number');
  await expectSound(page, look);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('file-import:download') }).click();
  expect((await saving).suggestedFilename()).toMatch(/^import-\d+-refused\.csv$/);
});

/** A file in no known format: columns separated by bars, two columns with an unusual time, decimal commas, Latin-1. */
function foreign(): string {
  const rows = Array.from({ length: 48 }, (_, i) => {
    const day = `${20 + Math.floor(i / 24)}/Nov/25|${String(i % 24).padStart(2, '0')}h${String((i * 7) % 60).padStart(2, '0')}`;
    const comma = (value: number, digits: number) => value.toFixed(digits).replace('.', ',');
    return `${day}|${comma(8 + i / 50, 1)}|${comma(1.5 + i / 100, 3)}|${i === 5 ? '-99' : '12,6'}`;
  });
  rows[9] = '20/Nov/25|09h??|8,1|1,590|12,6';
  const head = ['Messstation Nordhang, Kanal 3', 'Ger\xE4t: PT100 Nr. 17, H\xF6he 412,5 m \xFC. NN'];
  return [...head, 'Tag|Uhrzeit|Temp. [\xB0C]|Neigung [\xB0]|Spannung', ...rows, ''].join('\r\n');
}

test('a file of unknown format is imported with a manual layout, and a second import adds nothing', async ({
  page,
  signIn,
  look,
  t,
  api,
}) => {
  test.setTimeout(120_000);
  const { path, point } = await makeLogger(api);
  await signIn(undefined, undefined, path);
  await send(page, 'nordhang.txt', foreign());
  await expect(page.getByText(t('file-import:verdict.unknown'))).toBeVisible();
  await expect(page.getByText('Gerät: PT100 Nr. 17, Höhe 412,5 m ü. NN')).toBeVisible();
  await expectSound(page, look);

  await page.getByRole('button', { name: t('file-import:beginAt', { line: '4' }), exact: true }).click();
  await select(page, t('file-import:separator'), t('file-import:separators.pipe'));
  await expect(page.getByLabel(t('file-import:useOf', { name: 'Uhrzeit' }))).toBeVisible();
  await select(page, t('file-import:decimal'), t('file-import:decimals.comma'));
  await select(page, t('file-import:useOf', { name: 'Tag' }), t('file-import:uses.date'));
  await fillIn(page, t('file-import:formatOf', { name: 'Tag' }), 'DD/MMM/YY');
  await select(page, t('file-import:useOf', { name: 'Uhrzeit' }), t('file-import:uses.timeOfDay'));
  await fillIn(page, t('file-import:formatOf', { name: 'Uhrzeit' }), 'HHhmm');
  await pick(page, t('file-import:zone'), 'Europe/Berlin');
  await page.getByLabel(t('file-import:missingValues'), { exact: true }).click();
  await page.keyboard.type('-99 ');
  // Once the missing-value mark is known, two columns are numeric and are proposed as readings.
  const proposed = page.getByRole('row').filter({ has: page.getByLabel(t('file-import:useOf', { name: 'Temp.' })) });
  await expect(proposed).toContainText(t('file-import:uses.value'));
  await select(page, t('file-import:useOf', { name: 'Temp.' }), t('file-import:uses.out'));
  await select(page, t('file-import:useOf', { name: 'Spannung' }), t('file-import:uses.out'));
  await fillIn(page, t('file-import:fieldOf', { name: 'Neigung' }), 'angleX');
  await page.getByLabel(t('file-import:factorOf', { name: 'Neigung' })).fill('2');

  // The first row as it would be stored: 00:00 in Berlin, twice the number of the file.
  const stored = page.getByRole('table', { name: t('file-import:result') });
  await expect(stored.getByRole('row').nth(1)).toContainText('2025-11-20 00:00:00');
  await expect(stored.getByRole('row').filter({ hasText: '2025-11-20 00:00:00' })).toContainText('3');
  await expect(page.getByText(t('file-import:verdict.rows', { read: '47', rows: '48' }))).toBeVisible();
  await expectSound(page, look);

  // Leaving asks first while the manual layout is not saved.
  const wouldAsk = () =>
    page.evaluate(() => {
      const closing = new Event('beforeunload', { cancelable: true });
      dispatchEvent(closing);
      return closing.defaultPrevented;
    });
  expect(await wouldAsk()).toBe(true);
  await page.getByRole('link', { name: t('file-import:back') }).click();
  await page.getByRole('button', { name: t('forms:unsaved.stay') }).click();
  await expect(stored.getByRole('row').nth(1)).toContainText('2025-11-20 00:00:00');

  await page.getByRole('button', { name: t('file-import:mappings.save') }).click();
  await page.getByLabel(t('file-import:mappings.name')).fill('Nordhang');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:action.save') })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await wouldAsk()).toBe(false);
  await start(page, t);
  await expect(page.getByText(t('file-import:states.done'), { exact: true })).toBeVisible();
  await expectSum(page, t, 48, [
    ['stored', 47],
    ['refused', 1],
  ]);
  await expect(page.getByRole('row').filter({ hasText: '09h??' })).toContainText('13');

  // The next file is read with the saved mapping; none of its rows are new.
  await page.getByRole('button', { name: t('file-import:anotherFile') }).click();
  await send(page, 'nordhang.txt', foreign());
  await select(page, t('file-import:mappings.choose'), `Nordhang · ${t('file-import:mappings.places.project')}`);
  await expect(page.getByText(t('file-import:verdict.mapping', { name: 'Nordhang' }))).toBeVisible();
  await start(page, t);
  await expect(page.getByText(t('file-import:nothingNew'))).toBeVisible();
  await expectSum(page, t, 48, [
    ['stored', 0],
    ['equal', 47],
    ['refused', 1],
  ]);
  await page.getByRole('link', { name: t('file-import:curveOf', { name: point }) }).click();
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByText(point).first()).toBeVisible();
});

test('rows with the same time require a choice, and all files of a zip are imported', async ({
  page,
  signIn,
  t,
  api,
}) => {
  const { path } = await makeLogger(api);
  await signIn(undefined, undefined, path);
  const day = (date: string) =>
    `time,angleX\n${[0, 1, 1, 2].map((n) => `${date} 08:00:0${n},0.${n + 1}`).join('\n')}\n`;
  const names = ['monday.csv', 'tuesday.csv'];
  const content = zipOf([
    { name: 'monday.csv', content: day('2025-11-17') },
    { name: 'tuesday.csv', content: day('2025-11-18') },
  ]);
  await send(page, 'week.zip', content);
  await pick(page, t('file-import:zone'), 'UTC');
  const start_ = page.getByRole('button', { name: t('file-import:start'), exact: true });
  await expect(page.locator('footer')).toContainText(t('file-import:missing.sameTime'));
  await expect(page.getByText(t('file-import:sameTime.lines', { count: 2, lines: '3, 4' }))).toBeVisible();
  await expect(start_).toBeDisabled();
  await page.getByRole('radio', { name: t('file-import:sameTime.last') }).check();
  await start_.click();
  await expect(page.getByText(t('file-import:states.done'), { exact: true })).toBeVisible();
  await expectSum(page, t, 8, [
    ['stored', 6],
    ['sameTime', 2],
  ]);
  for (const name of names) await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible();
});
