import { findPoint } from './api';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'zh', theme: 'default' } });

const day = 86_400_000;
const number = (value: number, decimals: number) => value.toFixed(decimals).replace('-', '−');

test('the bias of a survey is found, taken out of it, and restored', async ({ page, signIn, api, t, look }) => {
  const { id, path } = await findPoint(api, 'CX-08');
  const { list } = await api.post('/monitor/rdm', {
    measuringPointId: id,
    start: Date.now() - 150 * day,
    end: Date.now(),
  });
  const [first, last] = [list[0], list.at(-1)];
  const biased = list.at(-2);
  const ask = { measuringPointId: id, time: biased.time, base: last.time, terms: ['bias'], stable: 5 };
  const before = await api.post('/monitor/rdm-quality', ask);
  expect(before.terms[0].low).toBeLessThan(-14);
  expect(before.terms[0].high).toBeGreaterThan(-14);

  // From the readings of the casing to its quality, with the checksums of the newest survey.
  await signIn('admin', undefined, `${path}/rdm-data?range=1y`);
  await page.getByRole('link', { name: t('data-views:header.analysis') }).click();
  await page.getByRole('link', { name: t('analysis:method.quality') }).click();
  await expect(page).toHaveURL(/analysis\/quality\?range=1y/);
  const facts = page.locator('dl').last();
  await expect(facts).toContainText(`A ${number(last.a.mean, 1)} ± ${number(last.a.scatter, 1)}`);
  await expect(facts).toContainText(`A ${number(first.a.mean, 1)} ± ${number(first.a.scatter, 1)}`);

  // Everything chosen is in the address.
  const address = `${path}/analysis/quality?range=1y&survey=${biased.time}&against=${last.time}&stable=5`;
  await page.goto(address);
  const terms = page.getByRole('table', { name: t('analysis:quality.terms') });
  const bias = terms.getByRole('row').filter({ hasText: t('console:correction.term.biasA') });
  await expect(bias).toContainText(`${number(before.effect.x, 2)} ± ${number(before.effect.errorX, 2)}`);
  await expect(facts).toContainText(number(before.deviation, 2));
  await page.getByText(t('analysis:quality.chart.checksum'), { exact: true }).click();
  await expect(page).toHaveURL(/chart=checksum/);
  await expectSound(page, look);

  // Applied after the preview, the collar is where the API says; the estimate stays.
  await page.getByRole('button', { name: t('analysis:quality.apply') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: t('data-views:withdraw.note') }).fill('探头温度未稳定');
  await dialog.getByRole('button', { name: t('analysis:quality.apply') }).click();
  await expect(dialog).toBeHidden();
  const corrections = page.getByRole('table', { name: t('analysis:quality.corrections') });
  const applied = corrections.last(); // the first one is its head
  await expect(applied).toContainText(t('console:correction.term.biasA'));
  const collar = async () => {
    const asked = { measuringPointId: id, start: biased.time, end: biased.time, base: last.time };
    return (await api.post('/monitor/rdm', asked)).list[0].nodes[0].dx;
  };
  await expect.poll(async () => Math.abs((await collar()) - before.rows[0].afterX)).toBeLessThan(0.05);
  await expect(page.getByText(t('analysis:quality.applied'))).toBeVisible();
  await expect(bias).toContainText(`${number(before.effect.x, 2)} ± ${number(before.effect.errorX, 2)}`);

  // Revoked, the survey is as it was read.
  await applied.getByRole('button', { name: t('console:correction.revoke') }).click();
  await dialog.getByRole('button', { name: t('console:correction.revoke') }).click();
  await expect(corrections).toHaveCount(0);
  await expect.poll(async () => Math.abs((await collar()) - before.rows[0].beforeX)).toBeLessThan(0.05);
});
