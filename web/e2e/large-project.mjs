// Prints how soon the screens of a project of 10,000 points are painted, and whether live values let them flicker:
//   plumbline serve --demo --demo-large …      (a production build)
//   BASE=http://127.0.0.1:8080 PLUMBLINE_ADMIN_PASSWORD=… node e2e/large-project.mjs
// A line a screen: first contentful paint, when its figures and its drawing or map stood, bytes that came, and, over 20 s
// of updates, layout shift, long tasks and the longest frame. Figures, not assertions: docs/figures.md.
import { chromium } from '@playwright/test';

const base = process.env.BASE ?? 'http://127.0.0.1:8080';
const watched = Number(process.env.WATCH_MS ?? 20_000);

async function call(token, path, body) {
  const answer = await fetch(`${base}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

const session = await call('', '/sessions/signin', { name: 'admin', password: process.env.PLUMBLINE_ADMIN_PASSWORD });
const { list } = await call(session.token, '/projects?pageSize=200');
const large = list.sort((a, b) => b.pointCount - a.pointCount)[0];
const structures = await call(session.token, `/projects/${large.id}/structures`);
const screens = {
  home: '/dashboard',
  project: `/dashboard/project/${large.id}`,
  'project, map': `/dashboard/project/${large.id}?view=map`,
  structure: `/dashboard/project/${large.id}/structures/${structures.list[0].id}`,
  'project tree': `/projects/${large.id}/console/topology?of=structures`,
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** Runs in the page: what the browser noted since the navigation began. */
function notes() {
  window.noted = { shift: 0, long: 0, frames: [], seen: {} };
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) window.noted.shift += entry.hadRecentInput ? 0 : entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((entries) => {
    window.noted.long += entries.getEntries().length;
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const { seen } = window.noted;
    const figure = document.querySelector('main dl dd, main canvas[role="img"]');
    if (!seen.figures && /\d/.test(figure?.textContent || (figure?.nodeName === 'CANVAS' ? '1' : '')))
      seen.figures = performance.now();
    if (!seen.picture && document.querySelector('main canvas')) seen.picture = performance.now();
    if (!seen.figures || !seen.picture) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

for (const [name, path] of Object.entries(screens)) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto(`${base}/sign`);
  await page.locator('input[type=password]').waitFor();
  await page.locator('input').first().fill('admin');
  await page.locator('input[type=password]').fill(process.env.PLUMBLINE_ADMIN_PASSWORD ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/sign'));
  await page.addInitScript(notes);
  let bytes = 0;
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(base + path);
  await page.waitForFunction(() => window.noted.seen.figures && window.noted.seen.picture, null, { timeout: 30_000 });
  const first = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ...window.noted.seen,
  }));
  await page.waitForTimeout(2_000);
  const loaded = bytes;
  const updates = await page.evaluate(async (ms) => {
    const began = performance.now();
    Object.assign(window.noted, { shift: 0, long: 0 });
    let last = began;
    let longest = 0;
    await new Promise((done) => {
      const frame = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        if (now - began < ms) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
    return { shift: window.noted.shift, long: window.noted.long, longest };
  }, watched);
  const ms = (value) => `${Math.round(value)} ms`;
  process.stdout.write(
    `${name.padEnd(14)} paint ${ms(first.paint)}, figures ${ms(first.figures)}, picture ${ms(first.picture)}, ` +
      `${Math.round(loaded / 1024)} KB; over ${watched / 1000} s: shift ${updates.shift.toFixed(4)}, ` +
      `${updates.long} long tasks, longest frame ${ms(updates.longest)}, ${Math.round((bytes - loaded) / 1024)} KB\n`,
  );
  await context.close();
}
await browser.close();
