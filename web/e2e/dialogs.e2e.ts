import { fill, findSamples } from '../scripts/routes.mjs';
import { expect, test } from './fixtures';

test.use({ look: { language: 'en', theme: 'white' } });

const project = 'projects/:projectId/console';
const structure = `${project}/structures/:structureId`;
const point = `${structure}/items/:itemId/mps/:mpId`;

/** The page of a dialog, the text of its button, and the control with the initial focus. */
const dialogs = [
  ['projects', 'project:list.create', 'project:list.name'],
  [project, 'console:structure.add', 'console:structure.name'],
  [structure, 'common:action.edit', 'console:structure.name'],
  [`${project}?tab=members`, 'people:members.add', null],
  [point, 'console:point.delete', 'common:action.cancel'],
  ['console/roles', 'people:roles.add', null],
  ['console/api-keys', 'security:keys.createService', 'security:keys.name'],
  ['profile', 'security:factor.enable', 'security:factor.askPassword'],
] as const;

test('a dialog focuses its first field, or Cancel if the action cannot be undone', async ({
  page,
  signIn,
  baseURL,
  t,
}) => {
  const { samples } = await findSamples(baseURL ?? '', process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
  await signIn();
  for (const [path, key, name] of dialogs) {
    await page.goto(fill(path, samples) ?? path);
    await page
      .getByRole('button', { name: t(key) })
      .first()
      .click();
    const held = page.getByRole('dialog').locator(':focus');
    await expect(held, key).toBeAttached();
    await expect(held, key).toHaveJSProperty('tagName', name === 'common:action.cancel' ? 'BUTTON' : 'INPUT');
    if (name) await expect(held, key).toHaveAccessibleName(new RegExp(t(name)));
  }
});
