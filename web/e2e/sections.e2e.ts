import { findPoint } from './api';
import { expect, expectSound, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const days = 86_400_000;

test('sections of a tunnel: pairs, prisms, and the settlement along it', async ({ page, signIn, api, t, look }) => {
  const pair = await findPoint(api, 'DM2-BC');
  await signIn();
  await page.goto(`${pair.path}/station-convergence?range=30d`);
  const now = Date.now();
  const asked = {
    structureId: pair.structureId,
    measuringPointId: pair.id,
    start: now - 30 * days,
    end: now,
  };
  const section = await api.post('/monitor/section', { ...asked, kind: 'convergence' });
  const members = page.getByRole('list', { name: t('sections:members') });
  await expect(members.getByRole('button')).toHaveCount(2);
  const last = section.members.find((one: { measuringPointId: number }) => one.measuringPointId === pair.id).chart
    .series[0].statistics.last.value;
  await expect(members.getByRole('button', { name: /DM2-BC/ })).toContainText(Math.abs(last).toFixed(2));
  await expect(page.getByRole('list', { name: t('sections:list') }).locator('[aria-current=true]')).toContainText(
    'K0+160',
  );

  await members.getByRole('button', { name: /DM2-DE/ }).click();
  await expect(members.getByRole('button', { name: /DM2-DE/ })).toHaveAttribute('aria-pressed', 'false');
  await page
    .getByRole('list', { name: t('sections:list') })
    .getByRole('button', { name: /K0\+180/ })
    .click();
  await expect(members.getByRole('button', { name: /DM3-BC/ })).toBeVisible();
  await expectSound(page, look);

  const prism = await findPoint(api, 'DM2-A');
  await page.goto(`${prism.path}/station-settlement?range=30d`);
  await expect(members.getByRole('button')).toHaveCount(5);
  await page.goto(`${prism.path}/station-settlement?range=30d&table=1`);
  const along = page.getByRole('table').last();
  const { times } = await api.post('/monitor/time-list', { measuringPointId: prism.id, start: asked.start, end: now });
  const profile = await api.post('/monitor/section', { ...asked, kind: 'settlement', times: [times.at(-1)] });
  for (const one of profile.members.filter((_: unknown, i: number) => i % 5 === 0))
    await expect(along.getByRole('row', { name: new RegExp(one.section.replace('+', '\\+')) })).toContainText(
      Math.abs(one.at[0].value).toFixed(2),
    );
  await expectSound(page, look);
});
