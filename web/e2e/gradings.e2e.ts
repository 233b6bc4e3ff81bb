import { choose } from './controls';
import { expect, expectSound, inLooks, test } from './fixtures';
import { journeyed, visited } from './look';

const hour = 3_600_000;

/** The fields of a corporation that a change sends. */
const fields =
  'name title domainPrefix timeZone address remarks platformName slogan copyright logo favicon loginBackground requireSecondFactor allowHelpEdits documentDisabled'.split(
    ' ',
  );

inLooks(journeyed(visited), () => {
  test('a grading warns, people respond with a picture, and a manager closes the warning', async ({
    page,
    signIn,
    api,
    t,
    look,
  }) => {
    const project = await api.post('/projects', { name: `Pit ${Date.now().toString(36)}`, timeZone: 'UTC' });
    const corporation = `/corporations/${project.corporationId}`;
    const before = await api.get(corporation);
    const kept = Object.fromEntries(fields.map((name) => [name, before[name]]));
    await api.put(corporation, { ...kept, activeAlertGrading: true });
    const { id: structure } = await api.post(`/projects/${project.id}/structures`, { name: 'Wall', type: 'Bridge' });
    const points = `/structures/${structure}/measuring-points`;
    const { list } = await api.post(points, {
      points: [{ name: 'CX-07', type: 'artificial', measurement: 'Crack', category: 'Artificial' }],
    });
    const point = `${points}/${list[0].id}`;
    const first = Math.floor(Date.now() / 1000) * 1000 - hour;
    await api.post(`${point}/versions`, {
      aspect: 'initial',
      validFrom: first,
      value: { mode: 'auto', time: first, count: 1 },
    });
    const enter = (at: number, width: number) =>
      api.post(`${point}/artificial-data`, {
        rows: [{ time: new Date(at).toISOString().slice(0, 19).replace('T', ' '), values: { width } }],
        note: 'tape',
      });
    await enter(first, 1);

    // Two-index control with control values of the grading, and the recommended plan for orange.
    await signIn(undefined, undefined, `/projects/${project.id}/alerts`);
    await page.getByText(t('alerts:nav.gradings'), { exact: true }).click();
    await expect(page.getByText(t('gradings:noWarnings'), { exact: true })).toBeVisible();
    await page.getByText(t('gradings:view.gradings'), { exact: true }).click();
    await page.getByRole('button', { name: t('gradings:add.single') }).click();
    await page.getByLabel(t('gradings:name'), { exact: true }).fill('Cracks');
    const crack = (await api.get('/constants/measurements')).list.find(
      ({ code }: { code: string }) => code === 'Crack',
    );
    await choose(page, t('common:entity.measurement'), crack.label[look.language], crack.label[look.language]);
    await page.getByLabel(t('gradings:controlValue')).fill('30');
    await page.getByLabel(t('gradings:rateControl')).fill('3');
    await expectSound(page, look);
    await page.getByRole('button', { name: t('common:action.save') }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Cracks' })).toBeVisible();
    await page.getByText(t('gradings:view.plans'), { exact: true }).click();
    await page
      .getByRole('button', { name: t('gradings:setUp') })
      .nth(2)
      .click();
    await page.getByRole('button', { name: t('gradings:addResponder') }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('textbox', { name: t('gradings:name') })
      .last()
      .fill('Lin');
    await dialog.getByRole('button', { name: t('common:action.save') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(t('gradings:usual.m3'))).toBeVisible();
    await expectSound(page, look);

    // The crack reaches its control value.
    await enter(Date.now() + 60_000, 31.5);
    await page.getByText(t('gradings:view.warnings'), { exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'CX-07' });
    await expect(row).toContainText(t('common:level.3'), { timeout: 30_000 });
    await expect(row).toContainText('30.5');
    await expectSound(page, look);
    await row.click();

    await page.getByRole('button', { name: t('alerts:graded.acknowledge') }).click();
    await expect(page.getByRole('button', { name: t('alerts:graded.acknowledge') })).toBeHidden();
    await page.getByLabel(t('alerts:graded.action'), { exact: true }).fill('Struts tightened');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'strut.png',
        mimeType: 'image/png',
        buffer: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        ),
      });
    await expect(page.getByRole('img', { name: t('common:pictures.chosen', { no: 1 }) })).toBeVisible();
    await page.getByRole('button', { name: t('alerts:graded.record') }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Struts tightened' })).toBeVisible();
    await expectSound(page, look);

    await page.getByPlaceholder(t('alerts:form.placeholder')).fill('Repaired');
    await page.getByRole('button', { name: t('alerts:form.submitConfirm') }).click();
    await expect(page.getByText(t('common:alertStatus.Confirm')).first()).toBeVisible();
    await expectSound(page, look);
  });
});
