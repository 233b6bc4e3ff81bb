import { expect, type Locator, type Page } from '@playwright/test';

/** Chooses an option of a select by its label, searching for it where the list is long. */
export async function choose(scope: Page | Locator, label: string, option: string | RegExp, search?: string) {
  const box = scope.getByRole('combobox', { name: label }).first();
  const page = 'page' in scope ? scope.page() : scope;
  await box.click();
  if (search) await box.fill(search);
  await page
    .locator('.ant-select-dropdown:visible')
    .getByRole('option', { name: option })
    .first()
    .waitFor({ state: 'attached' });
  await page.locator('.ant-select-item-option:visible').filter({ hasText: option }).first().click();
}

/** Puts a time into a date picker, as the wall clock of the project's zone shows it. */
export async function setTime(scope: Page | Locator, label: string, ms: number) {
  const field = scope.getByRole('textbox', { name: label, exact: true });
  await field.click();
  await field.fill(wallClock(ms));
  await field.press('Enter');
  await expect(field).toHaveValue(wallClock(ms));
}

/** A time as the demo's zone shows it, to the second. */
export function wallClock(ms: number): string {
  return new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
