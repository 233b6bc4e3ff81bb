import { expect, expectSound, test } from './fixtures';
import { makeSite } from './site';

test.use({ look: { language: 'en', theme: 'default' } });

test('an age is set after its cost was shown, and the default of the corporation is followed', async ({
  page,
  signIn,
  baseURL,
  look,
  t,
}) => {
  const site = await makeSite(baseURL ?? '', process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
  await signIn();
  await page.goto(`/projects/${site.projectId}/console?tab=retention`);
  const pictures = page.getByRole('row').filter({ hasText: 'Pictures of devices' });
  await expect(pictures).toContainText(t('retention:origin.product'));
  await expect(page.getByRole('row').filter({ hasText: 'Readings' })).toContainText('All results are computed');
  await pictures.getByRole('button', { name: t('retention:set'), exact: true }).click();

  const dialog = page.getByRole('dialog');
  const cost = dialog.getByRole('region', { name: t('retention:cost.title') });
  await expect(cost).toContainText(t('retention:cost.forever'));
  await dialog.getByText(t('retention:byDays')).click();
  await dialog.getByLabel(t('retention:daysLabel'), { exact: true }).fill('7');
  await expect(dialog.getByText('Enter a whole number from 30 to 36500')).toBeVisible();
  await expect(dialog.getByRole('button', { name: t('common:action.save') })).toBeDisabled();
  await dialog.getByLabel(t('retention:daysLabel'), { exact: true }).fill('365');
  await expect(cost).toContainText('There are no data before');
  await expect(cost).toContainText('First run:');
  await expectSound(page, look);
  await dialog.getByRole('button', { name: t('common:action.save') }).click();
  await expect(pictures).toContainText('365 days');
  await expect(pictures).toContainText(t('retention:origin.project'));

  await pictures.getByRole('button', { name: t('retention:set'), exact: true }).click();
  await dialog.getByText('Default of the corporation (Forever)').click();
  await dialog.getByRole('button', { name: t('common:action.save') }).click();
  await expect(pictures).toContainText(t('retention:origin.product'));
  await expectSound(page, look);
});
