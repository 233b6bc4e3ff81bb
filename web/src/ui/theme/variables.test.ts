import { readdirSync, readFileSync } from 'node:fs';
import { cssVariables } from './tokens';

// A variable that no theme sets renders nothing, without an error. One with a fallback may be set by a parent, or not
// at all.
test('every CSS variable in use is set by the themes or by its style sheet', () => {
  const set = new Set(Object.keys(cssVariables('default')).map((name) => `--${name}`));
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const unknown = sheets.flatMap((file) => {
    const sheet = readFileSync(`src/${file}`, 'utf8');
    const own = new Set(sheet.match(/--[\w-]+(?=\s*:)/g));
    return [...sheet.matchAll(/var\((--[\w-]+)\s*\)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !set.has(name) && !own.has(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(unknown).toEqual([]);
});
