// Takes screenshots of every route and every state of states.mjs with the demo's data: both themes, three languages,
// 390, 1440 and 2560 wide, into ../shots with an index page. Starts bin/plumbline on a fresh data directory, unless
// BASE names a running server. Routes come from the feature files, so a new page needs no change here. A route with a
// parameter that `samples` cannot fill is named at the end and fails the run, as do console errors and a page wider
// than the phone. SHOTS_ONLY limits the run to matching names or addresses, SHOTS_LOOK to looks such as
// white.zh-TW.390.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, password, startServer, windowFor } from './photo.mjs';
import { fill, findSamples, routePaths, textsOf } from './routes.mjs';
import { pressed, stateAddresses } from './states.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = process.env.SHOTS_OUT ?? join(root, 'shots');
const languages = ['zh', 'en', 'zh-TW'];
const heights = { 390: 844, 1440: 900, 2560: 1440 };
const looks = ['default', 'white'].flatMap((theme) =>
  languages.flatMap((language) =>
    Object.entries(heights).map(([width, height]) => ({ theme, language, width: Number(width), height })),
  ),
);
const nameOf = ({ theme, language, width }) => `${theme}.${language}.${width}`;

const fileName = (text) => text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'root';

/** All screenshots: name, address, and the text key of the control to click. */
async function subjects(base, session, samples) {
  const missing = [];
  const filled = (path) => {
    const address = fill(path, samples);
    if (!address) missing.push(path);
    return address ?? '';
  };
  const routes = (await routePaths()).map((path) => ({ name: path, address: filled(path) }));
  const presses = pressed.map(([path, key, onPhone]) => ({
    name: `${path} ${key}`,
    address: filled(path),
    key,
    onPhone,
  }));
  const all = [...routes, ...(await stateAddresses(base, session.token)), ...presses];
  const only = new RegExp(process.env.SHOTS_ONLY ?? '');
  return { all: all.filter(({ name, address }) => address && (only.test(name) || only.test(address))), missing };
}

async function photograph(context, base, { address, key }, file, texts, look) {
  const page = await context.newPage();
  const problems = [];
  const loading = texts.get(`${look.language} common:state.loading`);
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(base + address, { waitUntil: 'load' });
  // The event stream never ends, so the network is never idle: wait for what is rendered.
  const settled = async () => {
    await page
      .waitForFunction((word) => !document.querySelector(`[role=status][aria-label="${word}"]`), loading, {
        timeout: 10_000,
      })
      .catch(() => problems.push('still loading after 10 s'));
    await page.waitForTimeout(500);
  };
  await page.waitForSelector('main', { timeout: 15_000 });
  await settled();
  if (key) {
    const text = texts.get(`${look.language} ${key}`);
    const control = page.getByRole('button', { name: text }).filter({ visible: true }).first();
    if (await control.count()) {
      await control.click({ timeout: 5_000 }).catch((error) => problems.push(error.message.split('\n')[0]));
      await settled();
    } else if (look.width > 600) problems.push(`nothing to press for ${key}`);
  }
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (excess > 0) problems.push(`${excess} px wider than the window`);
  await page.screenshot({ path: join(out, file) });
  await page.close();
  return problems;
}

function writeIndex(sections) {
  const figure = (file) =>
    `<figure><a href="${file}"><img src="${file}" loading="lazy"></a><figcaption>${file}</figcaption></figure>`;
  const style =
    'body{font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{height:260px;border:1px solid #999}';
  const body = sections
    .map(({ name, address, files }) => `<h2>${name}</h2><p>${address}</p><div>${files.map(figure).join('')}</div>`)
    .join('\n');
  writeFileSync(
    join(out, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Plumbline</title><style>${style}</style>${body}`,
  );
}

const server = await startServer();
const browser = await launch();
const failures = [];
let missing = [];
try {
  const { session, samples } = await findSamples(server.base, password);
  const found = await subjects(server.base, session, samples);
  missing = found.missing;
  const texts = await textsOf(['common:state.loading', ...pressed.map(([, key]) => key)], languages);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const sections = found.all.map((subject) => ({ ...subject, files: [] }));
  for (const look of looks.filter((one) => nameOf(one).includes(process.env.SHOTS_LOOK ?? ''))) {
    const context = await windowFor(browser, session, look);
    for (const section of sections.filter((one) => !one.onPhone || look.width < 600)) {
      const file = `${fileName(section.name)}.${nameOf(look)}.png`;
      const problems = await photograph(context, server.base, section, file, texts, look);
      section.files.push(file);
      for (const problem of problems) failures.push(`${file}: ${problem}`);
    }
    await context.close();
    console.log(`${nameOf(look)}: ${sections.length}`);
  }
  writeIndex(sections);
} finally {
  await browser.close();
  await server.stop();
}
if (missing.length > 0) console.error(`no sample for: ${missing.join(', ')}`);
for (const failure of failures) console.error(failure);
if (missing.length > 0 || failures.length > 0) process.exit(1);
