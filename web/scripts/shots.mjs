// Photographs every route of the router with the demo's data: both themes, three languages, 390, 1440 and 2560 wide,
// into ../shots with an index page. Starts bin/plumbline on a fresh data directory, unless BASE names a server that
// already runs. Routes come from the feature files, so a new page is photographed without a word here; a route with
// a parameter that `samples` cannot fill is named at the end and fails the run. SHOTS_ONLY narrows the run to routes
// that contain it.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { fill, findSamples, routePaths } from './routes.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const out = join(root, 'shots');
const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? 'Shots-1-Only';
const themes = ['default', 'white'];
const languages = ['zh', 'en', 'zh-TW'];
const sizes = [
  [390, 844],
  [1440, 900],
  [2560, 1440],
];

/** Starts the program with the demo on a port of its own choosing; resolves with its address and how to stop it. */
async function startServer() {
  const data = mkdtempSync(join(tmpdir(), 'plumbline-shots-'));
  const port = 18_000 + (process.pid % 1_000);
  const child = spawn(
    join(root, 'bin/plumbline'),
    ['serve', '--demo', '--data', data, '--http', `127.0.0.1:${port}`, '--mqtt', '127.0.0.1:0'],
    { env: { ...process.env, PLUMBLINE_ADMIN_PASSWORD: password }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true });
  };
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(`${base}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return { base, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error('the server did not become ready');
}

const fileName = (path) => path.replace(/[/:?]+/g, '-').replace(/^-|-$/g, '') || 'root';

async function photograph(browser, base, session, address, name, { theme, language, width, height }) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  const isSign = address === '/sign';
  await context.addInitScript(
    ([chosenTheme, chosenLanguage, kept]) => {
      localStorage.setItem('plumbline.theme', chosenTheme);
      localStorage.setItem('plumbline.language', chosenLanguage);
      if (kept) sessionStorage.setItem('plumbline.session', kept);
    },
    [theme, language, isSign ? '' : JSON.stringify({ ...session, user: { ...session.user, theme, language } })],
  );
  const page = await context.newPage();
  // The profile's own theme must not undo the one that is photographed.
  await page.route('**/api/sessions/current', async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    await route.fulfill({ response: reply, json: { ...body, user: { ...body.user, theme, language } } });
  });
  const problems = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(base + address, { waitUntil: 'load' });
  // The event stream never ends, so the network is never idle: what is drawn is what is waited for.
  await page.waitForSelector('main', { timeout: 15_000 });
  await page
    .waitForFunction(() => document.querySelectorAll('[role=status]').length === 0, null, { timeout: 10_000 })
    .catch(() => undefined);
  await page.waitForTimeout(700);
  const file = `${name}.${theme}.${language}.${width}.png`;
  await page.screenshot({ path: join(out, file) });
  await context.close();
  return { file, problems };
}

const paths = await routePaths();
const server = process.env.BASE ? { base: process.env.BASE, stop: async () => undefined } : await startServer();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const missing = [];
const failures = [];
try {
  const { session, samples } = await findSamples(server.base, password);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const sections = [];
  const only = process.env.SHOTS_ONLY;
  for (const path of paths.filter((candidate) => !only || candidate.includes(only))) {
    const address = fill(path, samples);
    if (!address) {
      missing.push(path);
      continue;
    }
    const files = [];
    for (const theme of themes) {
      for (const language of languages) {
        for (const [width, height] of sizes) {
          const variant = { theme, language, width, height };
          const { file, problems } = await photograph(browser, server.base, session, address, fileName(path), variant);
          files.push(file);
          for (const problem of problems) failures.push(`${file}: ${problem}`);
        }
      }
    }
    console.log(`${path}: ${files.length}`);
    const pictures = files.map(
      (file) =>
        `<figure><a href="${file}"><img src="${file}" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
    );
    sections.push(`<h2>${path}</h2><p>${address}</p><div>${pictures.join('')}</div>`);
  }
  const style =
    'body{font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{height:260px;border:1px solid #999}';
  writeFileSync(
    join(out, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Plumbline</title><style>${style}</style>${sections.join('\n')}`,
  );
} finally {
  await browser.close();
  await server.stop();
}
if (missing.length > 0) console.error(`no sample for: ${missing.join(', ')}`);
for (const failure of failures) console.error(failure);
if (missing.length > 0 || failures.length > 0) process.exit(1);
