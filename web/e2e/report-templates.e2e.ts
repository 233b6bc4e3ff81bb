import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { choose } from './controls';
import { expect, expectSound, test } from './fixtures';
import { beginning, journeyed } from './look';
import { unzip } from './workbook';
import { zipOf } from './zip';

const made = { timeout: 90_000 };
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook with texts of its sheets replaced. */
function edited(book: Buffer, change: (xml: string) => string): Buffer {
  return zipOf(
    unzip(book).map(({ name, content }) => ({
      name,
      content: /sharedStrings|worksheets\/sheet/.test(name) ? change(content.toString()) : content,
    })),
  );
}

/** A workbook whose first cell of a new row refers to itself. */
const selfReferring = (book: Buffer) =>
  edited(book, (xml) => xml.replace('</sheetData>', '<row r="900"><c r="A900"><f>A900+1</f></c></row></sheetData>'));

const file = (name: string, buffer: Buffer) => ({ name, mimeType: type, buffer });

async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await press();
  return readFile(await (await saving).path());
}

for (const { language, theme } of journeyed(beginning('en'))) {
  test.describe(`${language} ${theme}`, () => {
    test.use({ look: { language, theme } });
    test.setTimeout(240_000);

    test('a template is checked, corrected, tried and chosen for a report', async ({
      page,
      signIn,
      t,
      look,
      api,
      watch,
    }) => {
      const name = `T ${Date.now().toString(36)}`;
      const { list } = await api.get('/projects');
      const project = list[0].id;
      const { list: words } = await api.get('/constants/report-placeholders');
      const [first, second] = ['report.number', 'conclusion'].map(
        (one) => words.find((word: { name: string }) => word.name === one).label[language] as string,
      ) as [string, string];

      // A template that comes with the product is the beginning of an own one, here with two mistakes.
      await signIn(undefined, undefined, `/projects/${project}/reports/templates`);
      const right = await downloaded(page, () =>
        page.getByRole('listitem').filter({ hasText: '.xlsx' }).first().getByRole('button').click(),
      );
      const wrong = edited(right, (xml) =>
        xml.replace(`{{${first}}}`, `{{${first}x}}`).replace(`{{${second}}}`, `{{${second}x}}`),
      );
      await page
        .getByRole('button', { name: t('report-templates:upload') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      const chosen = page.getByLabel(t('report-templates:dialog.choose')).and(page.locator('input'));
      await dialog.getByLabel(t('report-templates:dialog.name')).fill(name);
      watch.expectFailure(/422/);
      await chosen.setInputFiles(file('hostile.xlsx', selfReferring(right)));
      await dialog.getByRole('button', { name: t('report-templates:dialog.check') }).click();
      await expect(dialog.getByRole('alert')).toContainText('!A900');
      await expectSound(page, look);
      await chosen.setInputFiles(file('day.xlsx', wrong));
      await dialog.getByRole('button', { name: t('report-templates:dialog.check') }).click();

      // Both mistakes are shown by their cells. One suggestion is adopted before the file is stored.
      const mistakes = page.getByRole('row').filter({ has: page.getByText(/^\{\{.+x\}\}$/) });
      await expect(
        mistakes.locator('visible=true').filter({ hasText: t('report-templates:unknown.adopt') }),
      ).toHaveCount(2);
      await expectSound(page, look);
      await page
        .getByRole('button', { name: t('report-templates:unknown.adoptOf', { placeholder: `{{${first}}}` }) })
        .click();
      await page.getByRole('button', { name: t('report-templates:foot.save', { version: 1 }) }).click();
      await expect(page.getByText(t('report-templates:versionOf', { version: 1 }), { exact: true })).toBeVisible();
      await expect(page.getByText(t('report-templates:grid.unrecognised', { count: 1 }))).toBeVisible();

      // The corrected file becomes version 2.
      await chosen.setInputFiles(file('hostile.xlsx', selfReferring(right)));
      await expect(page.getByRole('alert').filter({ hasText: '!A900' })).toBeVisible();
      await chosen.setInputFiles(file('day-2.xlsx', right));
      await expect(page.getByText(t('report-templates:unknown.none'))).toBeVisible();
      await page.getByRole('button', { name: t('report-templates:foot.save', { version: 2 }) }).click();
      await expect(page.getByText(t('report-templates:versionOf', { version: 2 }), { exact: true })).toBeVisible();

      await page.getByRole('button', { name: t('report-templates:trial.run', { format: 'PDF' }) }).click();
      const pages = page.locator('[data-page]');
      await expect(pages.first().getByRole('img')).toBeVisible(made);
      await expect(page.getByRole('status').filter({ hasText: t('report-templates:trial.allKnown') })).toBeVisible();
      await expectSound(page, look);

      // A report by the template has its pages, and names it.
      await page.goto(`/projects/${project}/reports/project?open=new`);
      await choose(dialog, t('project-reports:fact.template'), new RegExp(name));
      await dialog.getByRole('button', { name: t('project-reports:make') }).click();
      await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible(made);
      await expect(pages.first().getByRole('img')).toBeVisible(made);
      await expect(page.getByRole('button', { name: t('project-reports:download', { format: 'XLSX' }) })).toBeVisible();
      await expectSound(page, look);
    });
  });
}
