import { expect, expectSound, test } from './fixtures';
import { beginning, journeyed } from './look';

for (const { language, theme } of journeyed(beginning('zh'))) {
  test.describe(`${language} ${theme}`, () => {
    test.use({ look: { language, theme } });

    test('a corporation that uses it fills the information table of the diversion', async ({
      page,
      signIn,
      t,
      look,
      api,
    }) => {
      const { list } = await api.get('/projects');
      const { id, corporationId } = list[0];
      const { createdAt: _, id: __, active: ___, ...corporation } = await api.get(`/corporations/${corporationId}`);
      const use = (activeNSBDInfoTable: boolean) =>
        api.put(`/corporations/${corporationId}`, { ...corporation, activeNSBDInfoTable });
      await use(true);
      await signIn('admin', undefined, `/projects/${id}/reports/download`);
      await page.getByRole('link', { name: t('shell:menu.nsbd') }).click();
      const row = page
        .getByRole('table', { name: t('nsbd:title') })
        .getByRole('row')
        .nth(1);
      await expectSound(page, look);
      await row.click();
      const dialog = page.getByRole('dialog');
      const number = `D-${language}-${Date.now()}`;
      await dialog.getByLabel(t('nsbd:field.designNumber')).fill(number);
      await dialog.getByLabel(t('nsbd:field.cableLength')).fill('60.5');
      await expectSound(page, look);
      await dialog.getByRole('button', { name: t('common:action.save') }).click();
      await expect(dialog).toBeHidden();
      await page.reload();
      await expect(row).toContainText(number);
      await expect(row).toContainText('60.50');

      // Its report is offered, and no longer when the corporation stops using it.
      await page.getByRole('link', { name: t('nsbd:report') }).click();
      await expect(dialog.getByText(t('reports:kind.nsbd-report')).filter({ visible: true })).toHaveCount(1);
      await use(false);
      await page.goto(`/projects/${id}/reports/download`);
      await expect(page.getByRole('link', { name: t('shell:menu.reports'), exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: t('shell:menu.nsbd') })).toHaveCount(0);
    });
  });
}
