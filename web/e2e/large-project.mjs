// Measures how fast the screens of a project with 10,000 points render, and what moves while readings arrive:
//   plumbline serve --demo --demo-large …      (a production build)
//   BASE=http://127.0.0.1:8080 PLUMBLINE_ADMIN_PASSWORD=… node e2e/large-project.mjs
// Sends over HTTP as the project's 480 acquisition units, VALUES_PER_S values a second (1,000; 0 sends nothing), with new
// secrets. One line per screen: first contentful paint, time until its figures and its drawing or map are shown, bytes
// loaded; then over WATCH_MS (20 s) of updates layout shift, long tasks, frames, texts changed in place, how often rows
// were reordered, whether a scrolled list kept its position, and live-region announcements.
// Figures, not assertions: docs/figures.md.
import { createHmac } from 'node:crypto';
import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';

const base = process.env.BASE ?? 'http://127.0.0.1:8080';
const watched = Number(process.env.WATCH_MS ?? 20_000);
const valuesPerSecond = Number(process.env.VALUES_PER_S ?? 1_000);

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
const wanted = Object.entries(screens).filter(([name]) => new RegExp(process.env.SCREENS ?? '').test(name));

/** What the units of the generated project measure, by their number: raw field, middle and swing. */
const measured = [
  ['volt', 0.6, 0.05],
  ['freq', 1_200, 40],
  ['strain', 40, 6],
  ['force', 320, 25],
];
const channels = 21;

async function unitsOf(project) {
  const { corporationId } = await call(session.token, `/projects/${project}`);
  const devices = `/corporations/${corporationId}/devices`;
  const units = [];
  for (let page = 1; ; page++) {
    const query = `projectId=${project}&kind=Collector&sort=sncode&pageSize=200&page=${page}`;
    const answer = await call(session.token, `${devices}?${query}`);
    units.push(...answer.list);
    if (units.length >= answer.total) break;
  }
  const registered = [];
  for (const [at, { id, register }] of units.entries()) {
    const { secret } = await call(session.token, `${devices}/${id}/secret`, { keepOldSeconds: 0 });
    registered.push({ at, register, secret });
  }
  return registered;
}

let sent = 0;
let refused = 0;
async function send({ at, register, secret }) {
  const [field, middle, swing] = measured[at % measured.length];
  const now = Date.now();
  const ch = Array.from({ length: channels }, (_, no) => ({
    no: no + 1,
    [field]: Number((middle + swing * Math.sin(now / 30_000 + at + no)).toFixed(4)),
  }));
  const body = JSON.stringify({ type: 'data', t: now, ch });
  const path = `/ingest/v1/${register}`;
  const time = String(Math.floor(now / 1_000));
  const sign = createHmac('sha256', secret).update(`${time}\nPOST\n${path}\n`);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-time': time,
      'x-sign': sign.update(Buffer.from(hash).toString('hex')).digest('hex'),
    },
    body,
  });
  await answer.arrayBuffer();
  if (answer.ok) sent += channels;
  else refused++;
}

/** Sends as one unit after the other, at an even pace, until it is stopped. */
function keepSending(units) {
  let next = 0;
  let owed = 0;
  const tick = 100;
  const timer = setInterval(() => {
    owed += (valuesPerSecond / channels) * (tick / 1_000);
    for (; owed >= 1; owed--) send(units[next++ % units.length]).catch(() => refused++);
  }, tick);
  return () => clearInterval(timer);
}

/** Runs in the page: returns what the browser recorded since the navigation began. */
function notes() {
  window.noted = { shift: 0, long: 0, seen: {} };
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) window.noted.shift += entry.hadRecentInput ? 0 : entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) window.noted.long += entry.duration;
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

/** Runs in the page: records for a while what moves. */
async function watch(ms) {
  const began = performance.now();
  Object.assign(window.noted, { shift: 0, long: 0 });
  const lists = [...document.querySelectorAll('main ul, main tbody')].filter((list) => list.children.length > 1);
  const keyOf = (row) => row.dataset.rowKey ?? row.querySelector('a')?.getAttribute('href') ?? '';
  const ordersNow = () => lists.map((list) => [...list.children].map(keyOf).join(' '));
  let orders = ordersNow();
  const scrollers = [...document.querySelectorAll('main section, main .ant-table-body')].filter(
    (one) => one.scrollHeight > one.clientHeight + 60,
  );
  for (const one of scrollers) one.scrollTop = 40;
  const found = { changed: 0, made: 0, reordered: 0, said: 0, frames: [] };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (target.parentElement?.closest('[aria-live]:not([aria-live="off"])')) found.said++;
      if (type === 'characterData') found.changed++;
      else found.made += [...addedNodes].filter((node) => node.nodeType === Node.ELEMENT_NODE).length;
    }
    const now = ordersNow();
    found.reordered += now.filter((order, at) => order !== orders[at]).length;
    orders = now;
  });
  observer.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
  let last = began;
  await new Promise((done) => {
    const frame = (now) => {
      found.frames.push(now - last);
      last = now;
      if (now - began < ms) requestAnimationFrame(frame);
      else done();
    };
    requestAnimationFrame(frame);
  });
  observer.disconnect();
  const frames = found.frames.sort((a, b) => a - b);
  const at = (share) => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))];
  const stayed = scrollers.filter((one) => one.isConnected && one.scrollTop === 40).length;
  const { shift, long } = window.noted;
  return { ...found, shift, long, median: at(0.5), p95: at(0.95), longest: at(1), stayed, scrolled: scrollers.length };
}

const stop = valuesPerSecond > 0 ? keepSending(await unitsOf(large.id)) : () => {};
// Waits until every unit has sent once, so that the alerts of generated data are over before measuring.
if (valuesPerSecond > 0) await new Promise((done) => setTimeout(done, 1_000 * (10_000 / valuesPerSecond + 5)));
const started = Date.now();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const [name, path] of wanted) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  await context.addInitScript((kept) => sessionStorage.setItem('plumbline.session', kept), JSON.stringify(session));
  const page = await context.newPage();
  await page.addInitScript(notes);
  let bytes = 0;
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(base + path);
  await page.waitForFunction(() => window.noted.seen.figures && window.noted.seen.picture, null, { timeout: 60_000 });
  const first = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ...window.noted.seen,
  }));
  await page.waitForTimeout(3_000);
  const loaded = bytes;
  const moved = await page.evaluate(watch, watched);
  const ms = (value) => `${Math.round(value)} ms`;
  const kib = (value) => `${Math.round(value / 1024)} KiB`;
  process.stdout.write(
    `${name.padEnd(14)} paint ${ms(first.paint)}, figures ${ms(first.figures)}, picture ${ms(first.picture)}, ${kib(loaded)}; ` +
      `${watched / 1_000} s: shift ${moved.shift.toFixed(4)}, long tasks ${ms(moved.long)}, frames ${ms(moved.median)} ${ms(moved.p95)} ${ms(moved.longest)} ` +
      `(median, 95 %, longest), ${moved.changed} texts in place, ${moved.made} elements made, rows moved ${moved.reordered}×, ` +
      `${moved.stayed} of ${moved.scrolled} scrolled lists stayed, ${moved.said} said, ${kib(bytes - loaded)}\n`,
  );
  await context.close();
}
stop();
await browser.close();
const seconds = (Date.now() - started) / 1_000;
const load = loadavg()
  .map((value) => value.toFixed(1))
  .join(' ');
process.stdout.write(
  `sent ${Math.round(sent / seconds)} values/s, ${refused} messages refused; load of the machine ${load}\n`,
);
