import { choose } from './controls';
import { expect, expectSound, inLooks, test } from './fixtures';
import { journeyed, visited } from './look';

const hour = 3_600_000;

inLooks(journeyed(visited), () => {
  test('health thresholds of a type and of a device come from where the page says', async ({
    page,
    signIn,
    api,
    t,
    look,
  }) => {
    const mark = Date.now().toString(36).toUpperCase();
    const project = await api.post('/projects', { name: `Pit ${mark}`, timeZone: 'UTC' });
    const devices = `/corporations/${project.corporationId}/devices`;
    const made: number[] = [];
    for (const no of [1, 2])
      made.push(
        (
          await api.post(devices, {
            ...{ name: `Logger ${no}`, type: 'HDA3', model: 'HDA3-32', projectId: project.id },
            ...{ sncode: `H${mark}${no}`, register: `H${mark}${no}` },
          })
        ).id,
      );
    const here = `/projects/${project.id}/health-thresholds`;
    const limits = async () =>
      (await api.get(here)).devices.map((one: Record<string, unknown>) => [
        ...[one.voltageThreshold, one.voltageOrigin, one.lostThreshold, one.lostOrigin],
      ]);

    await signIn(undefined, undefined, `/projects/${project.id}/console?tab=health`);
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await expect(row('Logger 1')).toContainText('11.5');
    await expect(row('Logger 1')).toContainText(t('configuration:health.origin.default'));
    await expect(page.getByText(t('configuration:health.noRules'))).toBeVisible();
    await expectSound(page, look);

    // A type, after a preview of both devices.
    await page.getByRole('button', { name: t('configuration:health.set') }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByText(t('configuration:health.aboutOf.type'), { exact: true }).click();
    await dialog.getByLabel(t('configuration:health.voltage')).fill('11.2');
    await dialog.getByRole('button', { name: t('configuration:health.preview') }).click();
    await expect(dialog.getByText(t('configuration:health.changes', { count: 2 }))).toBeVisible();
    expect(await limits()).toEqual(Array(2).fill([11.5, 'default', 3, 'default']));
    await dialog.getByRole('button', { name: t('configuration:health.apply'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row('Logger 2')).toContainText('11.2');
    expect(await limits()).toEqual(Array(2).fill([11.2, 'type', 3, 'default']));

    // One device, whose other threshold stays that of the type.
    await row('Logger 1').getByRole('checkbox').check();
    await page.getByRole('button', { name: t('configuration:health.setChosen', { count: 1 }) }).click();
    await dialog.getByLabel(t('configuration:health.lost')).fill('6');
    await dialog.getByRole('button', { name: t('configuration:health.preview') }).click();
    await expect(dialog.getByText(t('configuration:health.changes', { count: 1 }))).toBeVisible();
    await expectSound(page, look);
    await dialog.getByRole('button', { name: t('configuration:health.apply'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    expect(await limits()).toEqual([
      [11.2, 'type', 6, 'device'],
      [11.2, 'type', 3, 'default'],
    ]);

    // The device's own page says the same, and revoking brings back the earlier ones.
    await page.goto(`/projects/${project.id}/devices?device=${made[0]}&tab=health`);
    await expect(
      page.getByText(
        t('configuration:health.here', {
          ...{ voltage: '11.20 V', voltageOrigin: t('configuration:health.origin.type') },
          ...{ lost: 6, lostOrigin: t('configuration:health.origin.device') },
        }),
      ),
    ).toBeVisible();
    await page.goto(`/projects/${project.id}/console?tab=health`);
    await page.getByRole('button', { name: `${t('configuration:health.revoke')} Logger 1` }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: t('configuration:health.revoke') })
      .click();
    await expect(page.getByText(t('configuration:health.superseded'))).toBeVisible();
    expect(await limits()).toEqual(Array(2).fill([11.2, 'type', 3, 'default']));
  });

  test('thresholds of a site by the standard are set in one click, with reasons for the rest', async ({
    page,
    signIn,
    api,
    t,
    look,
  }) => {
    const project = await api.post('/projects', { name: `Pit ${Date.now().toString(36)}`, timeZone: 'UTC' });
    const { id: structure } = await api.post(`/projects/${project.id}/structures`, { name: 'W-1', type: 'Bridge' });
    const points = `/structures/${structure}/measuring-points`;
    const { list } = await api.post(points, {
      points: [
        { name: 'T-1', type: 'artificial', measurement: 'SurfaceDisplacement', category: 'Artificial' },
        { name: 'Q-1', type: 'artificial', measurement: 'Tilt', category: 'Artificial' },
        { name: 'F-1', type: 'artificial', measurement: 'AxialForce', category: 'Artificial' },
        { name: 'C-1', type: 'artificial', measurement: 'Crack', category: 'Artificial' },
      ],
    });
    await api.put(`${points}/${list[0].id}/thresholds`, {
      validFrom: Date.now() - hour,
      list: [{ field: 'x', valueType: 'rate', blue: 1, yellow: null, orange: null, red: null, enable: true }],
    });

    await signIn(undefined, undefined, `/projects/${project.id}/console?tab=thresholds`);
    await page.getByRole('button', { name: t('configuration:gbAll.open') }).click();
    const dialog = page.getByRole('dialog').last();
    const types = (await api.get(`/projects/${project.id}/gb-thresholds`)).supportTypes;
    const wall = types.find(({ code }: { code: string }) => code === 'diaphragmWall').label[look.language];
    await choose(page, t('configuration:gb.support'), wall);
    await dialog.getByLabel(t('configuration:gb.depth')).fill('12.5');
    await dialog.getByRole('button', { name: t('configuration:bulk.preview') }).click();
    const row = (text: string) => dialog.getByRole('row').filter({ hasText: text });
    await expect(dialog.getByText(t('configuration:gbAll.result', { count: 2 }))).toBeVisible();
    await expect(row('T-1').filter({ hasText: '21.000 / 24.000 / 27.000 / 30.000' })).toBeVisible();
    await expect(
      row('T-1')
        .filter({ hasText: t('configuration:gbAll.times') })
        .first(),
    ).toBeVisible();
    await expect(
      row('Q-1')
        .filter({ hasText: t('configuration:gbAll.days', { count: 3 }) })
        .first(),
    ).toBeVisible();
    await expect(row('F-1')).toContainText(t('configuration:gbAll.skipped.noDesign', { name: 'f2' }));
    await expect(row('C-1')).toContainText(t('configuration:gbAll.skipped.chooseItem'));
    await expect(dialog.getByText(t('configuration:gbAll.review')).first()).toBeVisible();
    await expectSound(page, look);
    await dialog.getByRole('button', { name: t('configuration:gb.apply', { count: 2 }) }).click();
    await expect(dialog).toHaveCount(0);
    const set = (await api.get(`/projects/${project.id}/thresholds`)).list.find(
      ({ name }: { name: string }) => name === 'T-1',
    ).thresholds;
    expect(set.map((one: Record<string, unknown>) => [one.field, one.valueType, one.red, one.source])).toEqual([
      ['x', 'accumulated', 30, 'gb:default'],
      ['x', 'rate', 3, 'gb:default'],
      ['z', 'accumulated', 20, 'gb:default'],
      ['z', 'rate', 3, 'gb:default'],
    ]);
  });
});
