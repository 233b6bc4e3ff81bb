import { cracked } from './cracks';
import { expect, expectSound, inLooks, test } from './fixtures';
import { journeyed, visited } from './look';
import { drawnPicture } from './picture';

const minute = 60_000;

inLooks(journeyed(visited), () => {
  test('alerts are handled with own causes, a person, pictures and an incident', async ({
    page,
    signIn,
    api,
    t,
    look,
  }) => {
    const { corporationId } = api.session.user;
    const lists = `/corporations/${corporationId}/alert-handling`;
    const { causes: usual, measures } = await api.get(lists);
    const project = await api.post('/projects', { name: `Handling ${Date.now().toString(36)}`, timeZone: 'UTC' });
    const enter = await cracked(api, project.id, '北侧墙', ['LF-01', 'LF-02']);
    await enter(10 * minute, 2.5, ['LF-01']);
    await enter(20 * minute, 3.5, ['LF-02']);
    const alerts = async () => (await api.get(`/alerts?projectId=${project.id}`)).list as { id: number }[];
    await expect.poll(async () => (await alerts()).length).toBe(2);

    // A cause of the corporation's own comes first in the form.
    await signIn(undefined, undefined, '/console/corporation');
    const cause = `${look.language} ${project.id}`;
    const causes = page.getByRole('list', { name: t('corporation:handling.causes') });
    await causes.scrollIntoViewIfNeeded();
    const before = await causes.getByRole('listitem').count();
    await page.getByRole('button', { name: t('corporation:handling.add') }).click();
    const language = { 'zh': 'zh', 'en': 'en', 'zh-TW': 'zh-TW' } as const;
    await page
      .getByLabel(
        t('corporation:handling.text', {
          no: before + 1,
          language: t(`corporation:handling.language.${language[look.language]}`),
        }),
        { exact: true },
      )
      .fill(cause);
    await page.getByRole('button', { name: t('corporation:handling.up', { no: before + 1 }), exact: true }).click();
    await page
      .locator('section')
      .filter({ has: causes })
      .getByRole('button', { name: t('corporation:save'), exact: true })
      .last()
      .click();
    await expect(page.getByText(t('corporation:handling.own'))).toBeVisible();
    await expectSound(page, look);
    const form = await api.get(`/projects/${project.id}/alert-handling`);
    expect(form.causes.at(-2)).toEqual({ 'zh': cause, 'en': cause, 'zh-TW': cause });
    await api.put(lists, { causes: usual, measures });

    // The person takes the alert and writes a comment with a picture.
    const [first] = await alerts();
    await page.goto(`/projects/${project.id}/alerts/${first?.id}`);
    await page.getByRole('button', { name: t('alerts:assignee.take') }).click();
    const history = page.getByRole('region', { name: t('alerts:history') }).last();
    await expect(history).toContainText(t('alerts:assignee.taken', { name: '' }).trim());
    const comment = page.locator('form').filter({ has: page.getByLabel(t('alerts:timeline.comment')) });
    await comment.locator('input[type=file]').setInputFiles(await drawnPicture(page, 900, 600));
    await expect(comment.locator('img')).toHaveCount(1);
    await page.getByLabel(t('alerts:timeline.comment')).fill('LF-02');
    await comment.getByRole('button', { name: t('alerts:timeline.send') }).click();
    await expect(comment.locator('img')).toHaveCount(0);
    await history.locator('img').click();
    const large = page.getByRole('dialog').locator('img');
    await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(900);
    await expectSound(page, look);
    await page.keyboard.press('Escape');

    // The list shows what is assigned to the person.
    await page.goto(`/projects/${project.id}/alerts?owner=me`);
    await expect(page.getByRole('row')).toHaveCount(2); // the head and one alert
    await expectSound(page, look);

    // Both alerts are one incident, which is processed as a whole.
    await page.getByText(t('alerts:nav.incidents'), { exact: true }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('北侧墙');
    await expectSound(page, look);
    await page.getByRole('row').nth(1).click();
    await page
      .getByRole('button', { name: t('alerts:assignee.take') })
      .first()
      .click();
    const course = page.getByRole('region', { name: t('alerts:incident.history') }).last();
    await expect(course).toContainText(t('alerts:incident.taken', { name: '' }).trim());
    await expect(course.getByRole('img', { name: /1/ })).toHaveCount(1);
    await expectSound(page, look);
    await page.getByRole('button', { name: t('alerts:incident.processAll', { count: 2 }) }).click();
    await page.getByRole('textbox', { name: t('alerts:form.note') }).fill('tape read twice');
    await page.getByRole('button', { name: t('alerts:form.submitConfirmMany', { count: 2 }) }).click();
    await expect(page.getByText(t('alerts:incident.stateOver'))).toBeVisible();
  });
});
