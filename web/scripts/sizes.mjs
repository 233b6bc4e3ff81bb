// Checks the build against budgets.json: what the first page needs, what it loads afterwards (map, tables, menus), and
// what each other page adds, and what heavy views add to theirs. Reads the manifest that vite leaves in the build and removes it, so that it is not
// embedded.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { dist } from './dist.mjs';

const kib = (bytes) => bytes / 1024;
const budgets = JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8'));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const read = (file) => readFileSync(join(dist, file));
const gz = (file) => kib(gzipSync(read(file), { level: 9 }).length);
const br = (file) => kib(brotliCompressSync(read(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length);

/** The script and style files of a module, its static imports included. */
function closure(key, files = { js: new Set(), css: new Set() }, seen = new Set()) {
  if (seen.has(key)) return files;
  seen.add(key);
  const chunk = manifest[key];
  if (!chunk) throw new Error(`budgets.json names ${key}, which is not in the build`);
  files.js.add(chunk.file);
  for (const css of chunk.css ?? []) files.css.add(css);
  for (const imported of chunk.imports ?? []) closure(imported, files, seen);
  return files;
}

const sum = (files, size) => [...files].reduce((total, file) => total + size(file), 0);
const first = { js: new Set(), css: new Set() };
const { page, locales, jsGzKiB, cssBrKiB } = budgets.firstLoad;
for (const key of ['index.html', page, ...locales]) closure(key, first);

const lines = [];
let failed = false;
function hold(name, measured, budget) {
  const over = measured > budget;
  failed ||= over;
  lines.push(`${over ? 'OVER' : 'ok  '} ${name}: ${measured.toFixed(1)} of ${budget} KiB`);
}

hold('first load, scripts gz', sum(first.js, gz), jsGzKiB);
hold('first load, styles br', sum(first.css, br), cssBrKiB);
const home = { js: new Set(first.js), css: new Set(first.css) };
for (const key of budgets.home.parts) closure(key, home);
hold('home when complete, scripts gz', sum(home.js, gz), budgets.home.jsGzKiB);
for (const key of Object.keys(manifest)) {
  if (!/^src\/features\/.*-page\.tsx$/.test(key) || key === page) continue;
  const extra = [...closure(key).js].filter((file) => !home.js.has(file));
  hold(`${key}, scripts gz`, sum(extra, gz), budgets.routeExtraJsGzKiB[key] ?? budgets.routeExtraJsGzKiB.default);
}
const opened = { js: new Set(home.js), css: new Set() };
for (const key of budgets.views.usual) closure(key, opened);
for (const [key, budget] of Object.entries(budgets.views.extraJsGzKiB)) {
  const extra = [...closure(key).js].filter((file) => !opened.js.has(file));
  hold(`${key}, scripts gz`, sum(extra, gz), budget);
}
for (const [key, budget] of Object.entries(budgets.assetsBrKiB)) hold(`${key}, br`, br(manifest[key].file), budget);

console.log(lines.join('\n'));
rmSync(join(dist, '.vite'), { recursive: true, force: true });
if (failed) process.exit(1);
