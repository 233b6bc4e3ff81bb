import { expect, type Locator, type Page } from '@playwright/test';

/** Chooses an option of a select by its label, searching for it where the list is long. */
export async function choose(scope: Page | Locator, label: string, option: string | RegExp, search?: string) {
  const box = scope.getByRole('combobox', { name: label }).first();
  const page = 'page' in scope ? scope.page() : scope;
  await box.click();
  if (search) await box.fill(search);
  const list = page.locator('.ant-select-dropdown:visible');
  const wanted = list.locator('.ant-select-item-option').filter({ hasText: option }).first();
  await expect(async () => {
    // A long list shows only a part of its options.
    if (!(await wanted.isVisible())) {
      await list.hover({ timeout: 1_000 });
      await page.mouse.wheel(0, 150);
    }
    await expect(wanted).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await wanted.click();
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

/** Opens a page as a link does, without reloading the program. */
export async function goTo(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** Drags across the first chart, between two shares of its width. */
export async function brush(page: Page, from: number, to: number) {
  const box = await page.locator('figure canvas').first().boundingBox();
  if (!box) throw new Error('the chart is not drawn');
  const y = box.y + box.height * 0.4;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * (from + to) * 0.5, y, { steps: 4 });
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
  await page.mouse.up();
}
