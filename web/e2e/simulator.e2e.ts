import type { Request } from '@playwright/test';
import { expect, expectSound, inLooks, test } from './fixtures';
import { beginning, journeyed } from './look';

const hour = 3_600_000;

/** The wall clock of the project's zone, as readings are entered. */
const wall = (t: number) => new Date(t + 8 * hour).toISOString().slice(0, 19).replace('T', ' ');

const limits = { field: 'width', valueType: 'observed', blue: 1, yellow: 2, orange: 3, red: 4, enable: true };

inLooks(journeyed(beginning('en')), () => {
  test('a limit is moved, its alerts are counted, and the draft becomes a version', async ({
    page,
    signIn,
    api,
    t,
    look,
    watch,
  }) => {
    watch.expectFailure(/404.*\/threshold-simulations\/|console: Failed to load resource.*404/); // an id that does not exist
    const mark = Date.now().toString(36).toUpperCase();
    const project = await api.post('/projects', { name: `Limits ${mark}`, timeZone: 'Asia/Shanghai' });
    const structure = await api.post(`/projects/${project.id}/structures`, { name: 'Wall', type: 'Slope' });
    const points = `/structures/${structure.id}/measuring-points`;
    const made = await api.post(points, {
      points: ['C1', 'C2'].map((name) => ({
        name,
        type: 'artificial',
        measurement: 'Crack',
        category: 'Artificial',
      })),
    });
    const [one, two] = made.list.map(({ id }: { id: number }) => id);
    const last = Math.floor(Date.now() / hour) * hour - hour;
    // Every ten hours a peak, each higher than the one before.
    const rows = Array.from({ length: 60 }, (_, i) => ({
      ...{ time: wall(last - (59 - i) * hour), values: { width: i % 10 === 5 ? 1.1 + i / 30 : 0.2 } },
    }));
    for (const id of [one, two]) {
      await api.put(`${points}/${id}/thresholds`, { validFrom: 1_700_000_000_000, list: [limits] });
      await api.post(`${points}/${id}/artificial-data`, { rows, note: 'tape' });
    }
    const simulate = (blue: number) =>
      api.post(`${points}/${one}/threshold-simulation`, {
        ...{ field: 'width', valueType: 'observed', start: last - 90 * 24 * hour, end: Date.now() },
        sets: [{ list: [{ ...limits, blue }] }],
      });
    await expect.poll(async () => (await simulate(1)).current.alerts[0]).toBe(6);

    await signIn();
    await page.goto(`/projects/${project.id}/console/structures/${structure.id}/items/0/mps/${one}?tab=thresholds`);
    await page.getByRole('link', { name: t('console:point.simulator') }).click();
    await expect(page).toHaveURL(new RegExp(`/simulator/structures/${structure.id}/mps/${one}`));
    const side = page.getByRole('region', { name: t('simulator:compared') });
    const blue = side.locator('[data-count="1"]');
    await expect(blue).toContainText('6 → 6');

    const handle = page.getByRole('slider', { name: t('simulator:handle', { level: t('common:level.1') }) });
    await handle.focus();
    for (let i = 0; i < 6; i++) await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    const moved = Number(await handle.getAttribute('aria-valuenow'));
    expect(moved).toBeGreaterThan(1);
    const after = (await simulate(moved)).sets[0].alerts[0];
    expect(after).toBeLessThan(6);
    await expect(blue).toContainText(`6 → ${after}`);
    await expect(page).toHaveURL(/draft=/);
    await expectSound(page, look);
    // The address alone shows the same.
    await page.reload();
    await expect(blue).toContainText(`6 → ${after}`);

    // Versions to compare with are listed with the time from which they are valid.
    await page.getByLabel(t('simulator:against')).click();
    const since = t('simulator:set.versionSince', { no: 1, time: '2023-11-15 06:13:20' });
    await page.getByText(since, { exact: true }).click();
    await expect(page).toHaveURL(/against=\d+/);
    await expect(blue).toContainText(`6 → ${after}`);

    // A limit that is gripped off its middle stays with the pointer, and other buttons do not move it.
    const box = await handle.boundingBox();
    if (!box) throw new Error('the limit is not on the chart');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const at = async () => Number(await handle.getAttribute('aria-valuenow'));
    await page.mouse.move(x, y + 10);
    await page.mouse.down();
    await page.mouse.move(x, y + 30);
    expect(await at()).toBeLessThan(moved);
    await page.mouse.move(x, y + 10);
    expect(await at()).toBe(moved);
    await page.mouse.up();
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(x, y + 30);
    expect(await at()).toBe(moved);
    await page.mouse.up({ button: 'right' });
    await expect(handle).toHaveAttribute('aria-valuetext', /\d\u00a0mm$/);
    const [least, greatest] = await Promise.all(
      ['aria-valuemin', 'aria-valuemax'].map(async (name) => Number(await handle.getAttribute(name))),
    );
    expect(least).toBeLessThan(moved);
    expect(greatest).toBeLessThan(2); // the yellow limit
    expect(greatest).toBeGreaterThan(moved);

    // While it is dragged the count follows, with one request at a time.
    let [under, most] = [0, 0];
    const asks = (request: Request) => request.url().endsWith('/threshold-simulation');
    page.on('request', (request) => {
      if (asks(request)) most = Math.max(most, ++under);
    });
    page.on('requestfinished', (request) => {
      if (asks(request)) under--;
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let lower = 2; lower < 200 && (await at()) > 1.2; lower += 2) await page.mouse.move(x, y + lower);
    const lowered = await at();
    const dragged = (await simulate(lowered)).sets[0].alerts[0];
    expect(dragged).toBeGreaterThan(after);
    await expect(blue).toContainText(`6 → ${dragged}`);
    await page.mouse.up();
    await expect(blue).toContainText(`6 → ${dragged}`);
    expect(most).toBe(1);

    await page.getByLabel(t('simulator:scope.title')).click();
    await page.getByText(t('simulator:scope.structure', { count: 2 }), { exact: true }).click();
    await page.getByRole('button', { name: t('simulator:batch.start', { count: 2 }) }).click();
    const counts = t('simulator:batch.sum', { count: 2, before: 0, after: 0 }).replaceAll('0', '\\d+');
    const sum = page.getByText(new RegExp(`^${counts}$`));
    await expect(sum).toBeVisible();
    // The address leads others to the same simulation.
    const shared = new URL(page.url());
    await page.reload();
    await expect(sum).toBeVisible();
    await expect(page.getByText(new RegExp(`^${t('simulator:batch.triedSet').split(/[:：]/)[0]}[:：]`))).toContainText(
      `${lowered}`,
    );
    shared.searchParams.set('batch', '999999999');
    await page.goto(shared.href);
    await expect(page.getByText(t('simulator:batch.gone'))).toBeVisible();
    await page.goBack();
    await expect(sum).toBeVisible();

    await page.getByRole('button', { name: t('simulator:adopt.many', { count: 2 }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: t('simulator:adopt.basis') }).fill('expert review 12');
    await expect(dialog.getByRole('status')).toContainText(t('console:consequences.title'));
    await dialog.getByRole('button', { name: t('simulator:adopt.confirm'), exact: true }).click();
    await expect(dialog).toBeHidden();
    for (const id of [one, two]) {
      const { list } = await api.get(`${points}/${id}/versions?aspect=thresholds`);
      expect(
        list.map((v: { note: string; value: { list: { blue: number }[] } }) => [v.note, v.value.list[0]?.blue]),
      ).toContainEqual(['expert review 12', lowered]);
    }
    await page.getByRole('link', { name: t('simulator:settings') }).click();
    await expect(page.getByText('expert review 12').first()).toBeVisible();
  });
});
