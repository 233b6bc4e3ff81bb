import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

test('texts of messages are changed with a preview on a real alert', async ({ page, signIn, t, look, watch }) => {
  watch.expectFailure(/422.*\/alert-texts|console: Failed to load resource.*422/); // an unknown placeholder
  await signIn(undefined, undefined, '/console/corporation');
  await page.getByRole('link', { name: t('alert-texts:open') }).click();
  await page.getByText('English', { exact: true }).click();
  const subject = page.getByLabel(t('alert-texts:field.subject'), { exact: true });
  const letter = page.getByRole('article').first();
  await expect(letter).toContainText('red alert'); // the text of the product
  await expect(letter.getByRole('img').first()).toBeVisible(); // the curve, as in the mail
  await subject.fill('{headline}');
  await page.getByRole('button', { name: t('common:action.save') }).click();
  await expect(page.locator('.ant-form-item-explain-error')).toContainText('headline');
  await subject.fill('Watch: ');
  await page.getByRole('button', { name: '{point}' }).click();
  await expect(subject).toHaveValue('Watch: {point}');
  await expect(letter).toContainText(/Watch: \S+/);
  await expectSound(page, look);
  await page.getByRole('button', { name: t('common:action.save') }).click();
  await expect(page.getByText(t('alert-texts:saved'))).toBeVisible();
  await page.reload();
  await expect(subject).toHaveValue('Watch: {point}');
  await page.getByRole('button', { name: t('alert-texts:reset') }).click();
  await page.getByRole('button', { name: t('common:action.save') }).click();
  await expect(letter).not.toContainText('Watch');
});
