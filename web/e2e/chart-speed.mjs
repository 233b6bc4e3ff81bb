// Measures how fast charts of long series are drawn and zoomed:
//   plumbline serve --demo …      (a production build, on the machine that runs this)
//   BASE=http://127.0.0.1:8080 PLUMBLINE=bin/plumbline PLUMBLINE_ADMIN_PASSWORD=… node e2e/chart-speed.mjs
// Makes a project with a tiltmeter that was read every 5 minutes for a year (105,120 readings of three fields) and a string of
// 100 nodes that was read every 15 minutes for a year, imports their readings, and opens the charts of both. For each: time of
// the answer and its size, time from the answer until the chart is drawn, and for each of ten zooms the time of the answer and
// of drawing.
// Figures, not assertions: docs/figures.md.
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const base = process.env.BASE ?? 'http://127.0.0.1:8080';
const password = process.env.PLUMBLINE_ADMIN_PASSWORD;
const nodes = Number(process.env.NODES ?? 100);
const days = Number(process.env.DAYS ?? 365);
const minute = 60_000;
const end = Math.floor(Date.now() / (15 * minute)) * 15 * minute;
const from = end - days * 24 * 60 * minute;

async function call(token, method, path, body) {
  const answer = await fetch(`${base}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const session = await call('', 'POST', '/sessions/signin', { name: 'admin', password });
const post = (path, body) => call(session.token, 'POST', path, body);
const folder = mkdtempSync(join(tmpdir(), 'charts'));

/** Writes and imports a csv file of what a device measured. */
async function measure(register, every, columns, read) {
  const path = join(folder, `${register}.csv`);
  const file = createWriteStream(path);
  file.write(`time,${columns.join(',')}\n`);
  for (let time = from, n = 0; time <= end; time += every, n++) {
    const at = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
    const row = columns.map((_, i) => read(n, i).toFixed(4)).join(',');
    if (!file.write(`${at},${row}\n`)) await new Promise((go) => file.once('drain', go));
  }
  await new Promise((done) => file.end(done));
  const map = columns.map((name, i) => `#${i + 2}=${name}`).join(',');
  execFileSync(
    process.env.PLUMBLINE ?? 'plumbline',
    ['import', '--server', base, '--device', register, '--map', map, '--zone', 'UTC', path],
    { env: { ...process.env, PLUMBLINE_PASSWORD: password }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

const mark = Date.now().toString(36).toUpperCase();
const project = await post('/projects', { name: `Charts ${mark}` });
const { id: structure } = await post(`/projects/${project.id}/structures`, { name: 'Yard', type: 'Bridge' });

async function make(name, { type, measurement, geometry, rules, every }) {
  const register = `${name}${mark}`;
  const devices = `/corporations/${project.corporationId}/devices`;
  const { id: deviceId } = await post(devices, {
    ...{ name: register, type, model: 'own', sncode: register, register, projectId: project.id },
  });
  const validFrom = from - 1;
  if (geometry) await call(session.token, 'PATCH', `${devices}/${deviceId}/config`, { validFrom, geometry });
  const { list } = await post(`/structures/${structure}/measuring-points`, {
    points: [{ name: register, measurement, category: type }],
  });
  const aspects = {
    binding: { sources: [{ role: 'main', deviceId }] },
    formula: { rules },
    collect: { mode: 'UploadCollect', interval: every / 1000 },
    initial: { mode: 'auto', time: from, count: 1 },
  };
  for (const [aspect, value] of Object.entries(aspects)) {
    await post(`/structures/${structure}/measuring-points/${list[0].id}/versions`, {
      aspect,
      validFrom,
      value,
      note: '',
    });
  }
  return { register, id: list[0].id };
}

/** Waits until the result of the last reading is there. */
async function computed(id) {
  for (;;) {
    const { list } = await post('/monitor/latest', { measuringPointIds: [id] });
    if (list[0]?.time >= end) return;
    await new Promise((done) => setTimeout(done, 1_000));
  }
}

const direct = (computedField, field) => ({
  ...{ computedField, formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT', options: { field } },
});
const tilt = await make('TILT', {
  ...{ type: 'IDM', measurement: 'Tilt', every: 5 * minute },
  rules: [direct('slopeX', 'angleX'), direct('slopeY', 'angleY'), direct('temp', 'temp')],
});
await measure(tilt.register, 5 * minute, ['angleX', 'angleY', 'temp'], (n, i) =>
  i < 2 ? 0.02 * Math.sin(n / 40 + i) + 1e-6 * n + 0.002 * Math.random() : 18 + 9 * Math.sin(n / 16_733),
);
const string = await make('STRING', {
  ...{ type: 'SDM', measurement: 'DeepDisplacement', every: 15 * minute },
  rules: [
    { computedField: '', formulaType: 'SYSTEM_FORMULA', sysFormula: 'INCLINO_CHAIN', options: { input: 'angle' } },
  ],
  geometry: {
    ...{ segmentLen: 500, minDepth: 0.5, markAngle: 0 },
    nodes: Array.from({ length: nodes }, (_, no) => ({ no: no + 1, len: 500, used: true })),
  },
});
const columns = Array.from({ length: nodes }, (_, no) => [`0/${no + 1}.angleX`, `0/${no + 1}.angleY`]).flat();
await measure(string.register, 15 * minute, columns, (n, i) => 0.5 + 1e-6 * n * (i % 7) + 0.001 * Math.random());
rmSync(folder, { recursive: true });
for (const { id } of [tilt, string]) await computed(id);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const pages = {
  'year of 105,120 × 3': `mps/${tilt.id}/hda-chart?fields=slopeX.slopeY.temp`,
  'array, profile': `mps/${string.id}/adm-profile`,
  'array, 20 nodes': `mps/${string.id}/adm-prop?nodes=${Array.from({ length: 20 }, (_, i) => i * 5 + 1).join('.')}`,
};
/** The end of the first burst of drawing from a time on. */
const endOfFirst = (bursts, time) => bursts.find(({ to }) => to >= time)?.to ?? Number.NaN;
const ms = (value) => `${Math.round(value)} ms`;
for (const [name, path] of Object.entries(pages)) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  await context.addInitScript((kept) => sessionStorage.setItem('plumbline.session', kept), JSON.stringify(session));
  const page = await context.newPage();
  // Notes when answers of readings have come, and bursts of drawing.
  await page.addInitScript(() => {
    window.asked = [];
    window.bursts = [];
    const original = window.fetch;
    window.fetch = async (...args) => {
      const url = typeof args[0] === 'string' ? args[0] : args[0].url;
      const began = performance.now();
      const answer = await original(...args);
      if (url.includes('/monitor/')) {
        const copy = answer.clone();
        copy
          .arrayBuffer()
          .then((body) => window.asked.push({ url, began, came: performance.now(), bytes: body.byteLength }));
      }
      return answer;
    };
    for (const type of [CanvasRenderingContext2D]) {
      for (const method of ['stroke', 'fill', 'drawImage', 'fillText']) {
        const draw = type.prototype[method];
        type.prototype[method] = function (...args) {
          const now = performance.now();
          const last = window.bursts.at(-1);
          if (last && now - last.to < 40) last.to = now;
          else window.bursts.push({ from: now, to: now });
          return draw.apply(this, args);
        };
      }
    }
  });
  let bytes = 0;
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.includes('/monitor/')) return;
    cdp.on('Network.loadingFinished', (done) => {
      if (done.requestId === requestId) bytes += done.encodedDataLength;
    });
  });
  const settled = async () => {
    await page.waitForTimeout(2_500);
    return page.evaluate(() => ({ asked: window.asked.splice(0), bursts: window.bursts.splice(0) }));
  };
  await page.goto(
    `${base}/projects/${project.id}/monitor-new/structures/${structure}/${path}${path.includes('?') ? '&' : '?'}range=1y`,
  );
  await page.locator('figure canvas').first().waitFor();
  const first = await settled();
  const query = first.asked
    .filter(({ url }) => url.includes('/query') || url.includes('/time-list'))
    .sort((a, b) => b.bytes - a.bytes)[0];
  process.stdout.write(
    `${name.padEnd(20)} answer ${ms((query?.came ?? 0) - (query?.began ?? 0))}, drawn ${ms(endOfFirst(first.bursts, query?.came ?? 0) - (query?.came ?? 0))} after it, ` +
      `${Math.round(bytes / 1024)} KiB in all\n`,
  );
  if (name !== 'array, profile') {
    const box = await page.locator('figure canvas').first().boundingBox();
    const zooms = [];
    for (let n = 0; n < 10; n++) {
      await page.mouse.move(box.x + box.width * (0.4 + 0.02 * n), box.y + box.height / 2);
      await settled(); // the readings under the pointer
      await page.keyboard.down('Control');
      const began = await page.evaluate(() => performance.now());
      await page.mouse.wheel(0, -240);
      await page.keyboard.up('Control');
      const { asked, bursts } = await settled();
      const answer = asked.findLast(({ url }) => url.includes('/query'));
      zooms.push({
        drawn: endOfFirst(bursts, began) - began,
        ...(answer && { answer: answer.came - answer.began, detail: endOfFirst(bursts, answer.came) - answer.came }),
      });
    }
    const middle = (of) => {
      const list = zooms
        .map(of)
        .filter(Number.isFinite)
        .sort((a, b) => a - b);
      return `${ms(list[Math.floor(list.length / 2)])} (most ${ms(list.at(-1))})`;
    };
    process.stdout.write(
      `${''.padEnd(20)} zoom drawn after ${middle((z) => z.drawn)}; its readings answered in ${middle((z) => z.answer)}, drawn ${middle((z) => z.detail)} later\n`,
    );
  }
  await context.close();
}
await browser.close();
process.stdout.write(
  `load of the machine ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}\n`,
);
