import { readFile } from 'node:fs/promises';
import { findPoint } from './api';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';
import { beginning, journeyed } from './look';
import { unzip } from './workbook';

for (const { language, theme } of journeyed(beginning('en'))) {
  test.describe(`${language} ${theme}`, () => {
    test.use({ look: { language, theme } });

    test('readings become a file that is downloaded', async ({ page, signIn, t, look, api }) => {
      const { list } = await api.get('/projects');
      const project = list[0];
      await signIn(undefined, undefined, `/projects/${project.id}/reports/download`);
      await page
        .getByRole('button', { name: t('reports:add') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('reports:value.rate'), { exact: true }).check();
      await expectSound(page, look);
      await dialog.getByRole('button', { name: t('reports:make') }).click();
      const row = page
        .getByRole('row')
        .filter({ hasText: t('reports:status.done') })
        .first();
      await row.click();
      const detail = page.getByRole('article');
      await expect(detail.getByText('SHA-256')).toBeVisible();
      await expectSound(page, look);
      const saved = page.waitForEvent('download');
      await detail.getByRole('button', { name: t('reports:download') }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
      const files = unzip(await readFile(await file.path()));
      const sheets = files.filter(({ name }) => /sheet\d+\.xml$/.test(name)).slice(1); // the first one is about the file
      const rows = sheets.flatMap(({ content }) => [...content.toString().matchAll(/<row /g)].slice(2));
      const { list: made } = await api.get(`/projects/${project.id}/reports`);
      expect(rows.length).toBe(made[0].lines);
      expect(rows.length).toBeGreaterThan(100);
    });
  });
}

test.describe('sections', () => {
  test.use({ look: { language: 'zh-TW', theme: 'default' } });

  test('the page of a section leads to its report, which has what the API returns', async ({
    page,
    signIn,
    t,
    look,
    api,
  }) => {
    const pair = await findPoint(api, 'DM2-BC');
    await signIn(undefined, undefined, `${pair.path}/station-convergence`);
    await page
      .getByRole('main')
      .getByRole('link', { name: t('sections:report') })
      .click();
    const dialog = page.getByRole('dialog');
    await choose(dialog, t('reports:sections'), 'K0+160');
    await dialog.getByLabel(t('reports:quantity.convergence')).check();
    await expectSound(page, look);
    await dialog.getByRole('button', { name: t('reports:make') }).click();
    const row = page
      .getByRole('row')
      .filter({ hasText: t('reports:kind.section-deformation-report') })
      .filter({ hasText: t('reports:status.done') });
    await row.click();
    const detail = page.getByRole('article');
    await expect(detail.getByText('K0+160')).toBeVisible();
    const saved = page.waitForEvent('download');
    await detail.getByRole('button', { name: t('reports:download') }).click();
    const files = unzip(await readFile(await (await saved).path()));
    const { list: made } = await api.get(`/projects/${pair.path.split('/')[2]}/reports`);
    const { start, end } = made[0].request;
    const asked = { structureId: pair.structureId, measuringPointId: pair.id, kind: 'convergence', start, end };
    const { members } = await api.post('/monitor/section', asked);
    const times = new Set(
      members.flatMap(({ chart }: { chart?: { series: { times: number[] }[] } }) => chart?.series[0]?.times ?? []),
    );
    const sheet = files.find(({ name }) => name.endsWith('sheet3.xml'))?.content.toString() ?? '';
    expect([...sheet.matchAll(/<row /g)].length - 1).toBe(times.size);
    expect(times.size).toBeGreaterThan(0);
  });
});
