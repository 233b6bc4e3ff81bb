import { startServer, launch, password, windowFor } from './photo.mjs';
import { findSamples } from './routes.mjs';
const server = await startServer();
try {
  const { session } = await findSamples(server.base, password);
  const call = async (path, body) => (await fetch(`${server.base}/api${path}`, { method: body ? 'POST' : 'GET', headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) })).json();
  let point;
  for (const p of (await call('/projects?pageSize=50')).list) {
    const f = (await call('/monitor/overview', { projectId: p.id })).list.find((x) => x.name === 'CX-08');
    if (f) point = { ...f, project: p.id };
  }
  const id = point.measuringPointId;
  const { list } = await call('/monitor/rdm', { measuringPointId: id, start: Date.now() - 200 * 864e5, end: Date.now() });
  const q = await call('/monitor/rdm-quality', { measuringPointId: id, time: list.at(-2).time, base: list.at(-1).time, terms: ['bias'], stable: 5 });
  console.log(JSON.stringify({ ...q, rows: q.rows?.slice(0, 2), survey: undefined, base: undefined }).slice(0, 2500));
  const all = await call('/monitor/rdm-quality', { measuringPointId: id, time: list.at(-2).time, base: list.at(-1).time, terms: ['bias','rotation','depth','settlement'], stable: 8 });
  console.log(JSON.stringify(all.terms?.map((t) => [t.name, t.value, t.standardError, t.rival, t.correlation])), JSON.stringify(all.conditions));
  const path = `/projects/${point.project}/monitor-new/structures/${point.structureId}/mps/${id}`;
  const a = `${path}/analysis/quality?range=1y&survey=${list.at(-2).time}&against=${list.at(-1).time}&stable=5`;
  const shots = [
    ['zh', 'default', 1440, 900, a, 'profile'], ['en', 'white', 1440, 900, `${a}&chart=checksum&errors=bias.depth`, 'checksum'],
    ['zh-TW', 'default', 390, 844, a, 'phone'], ['en', 'default', 1440, 900, `${a}&chart=difference`, 'difference'],
    ['zh', 'white', 1440, 900, `${path}/rdm-change-chart?range=1y`, 'change'],
    ['zh', 'white', 1440, 900, a, 'apply'],
  ];
  const browser = await launch();
  for (const [language, theme, width, height, address, name] of shots) {
    const context = await windowFor(browser, session, { theme, language, width, height });
    const page = await context.newPage();
    page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()));
    page.on('pageerror', (e) => console.log(name, 'pageerror', e.message));
    await page.goto(server.base + address);
    await page.waitForSelector('canvas', { timeout: 30000 }).catch(() => console.log(name, 'no canvas'));
    if (name === 'apply') { await page.getByRole('button', { name: '应用修正' }).click(); await page.waitForTimeout(3000); }
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/h2-${name}.png`, fullPage: name === 'phone' });
    await context.close();
  }
  await browser.close();
} finally { await server.stop(); }
