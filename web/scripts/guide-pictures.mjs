// Takes the screenshots of the user's guide into docs/user/pictures/<language>/<theme>/<name>.webp, with the demo's
// data. The text refers to a picture with ![what it shows](name).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, password, startServer, windowFor } from './photo.mjs';
import { fill, findSamples, textsOf } from './routes.mjs';
import { stateAddresses } from './states.mjs';

const out = fileURLToPath(new URL('../../docs/user/pictures', import.meta.url));
const window = { width: 1120, height: 700 };
const quality = 62;
const point = '/projects/:projectId/console/structures/:structureId/items/:itemId/mps/:mpId';

/** Name, then a route or the name of a state, then the text key of the control to click. */
const pictures = [
  ['sign-in', '/sign'],
  ['home', '/dashboard'],
  ['project', '/dashboard/project/:projectId'],
  ['chart', 'chart of an alert'],
  ['profile', 'adm-profile'],
  ['explain', 'chart of an alert', 'data-views:explain'],
  ['alert', 'alert'],
  ['report', '/projects/:projectId/reports/project/:projectReportId'],
  ['template', '/projects/:projectId/reports/templates/:reportTemplateId'],
  ['correction', `${point}?tab=corrections`, 'console:correction.add'],
  ['console', '/projects/:projectId/console'],
  ['drawing', '/projects/:projectId/console/plans'],
  ['formula', `${point}?tab=formula`],
  ['devices', '/projects/:projectId/devices'],
  ['device', 'device info'],
  ['clone', 'clone'],
  ['command', 'device commands'],
  ['thresholds', 'project thresholds'],
  ['user', 'user'],
];

/** The time series of a point with an alert, so that the picture has limits and a level. */
async function alertChart(base, token) {
  const get = async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (
      await fetch(`${base}/api${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    ).json();
  };
  const { list } = await get('/alerts?pageSize=50');
  for (const { projectId, measuringPointId } of list) {
    const points = (await get('/monitor/overview', { projectId })).list;
    const found = points.find((one) => one.measuringPointId === measuringPointId && one.pages[0] === 'hda-chart');
    if (found)
      return `/projects/${projectId}/monitor-new/structures/${found.structureId}/mps/${measuringPointId}/hda-chart`;
  }
  throw new Error('no point of the demo with one value has an alert');
}

const server = await startServer();
const browser = await launch();
try {
  const { session, samples } = await findSamples(server.base, password);
  const states = new Map(
    (await stateAddresses(server.base, session.token)).map(({ name, address }) => [name, address]),
  );
  states.set('chart of an alert', await alertChart(server.base, session.token));
  const languages = ['zh', 'en', 'zh-TW'];
  const keys = ['common:state.loading', ...pictures.map(([, , key]) => key).filter(Boolean)];
  const texts = await textsOf([...new Set(keys)], languages);
  rmSync(out, { recursive: true, force: true });
  let bytes = 0;
  for (const theme of ['default', 'white']) {
    for (const language of languages) {
      const context = await windowFor(browser, session, { theme, language, ...window });
      mkdirSync(`${out}/${language}/${theme}`, { recursive: true });
      for (const [name, place, key] of pictures) {
        const address = place.startsWith('/') ? fill(place.slice(1), samples) : states.get(place);
        if (!address) throw new Error(`the demo has no ${place} for the picture ${name}`);
        const page = await context.newPage();
        await page.goto(server.base + address, { waitUntil: 'load' });
        const loading = texts.get(`${language} common:state.loading`);
        const settled = async () => {
          await page.waitForSelector('main, form');
          await page.waitForFunction((word) => !document.querySelector(`[role=status][aria-label="${word}"]`), loading);
          await page.waitForTimeout(800); // charts and drawers settle
        };
        await settled();
        if (key) {
          const text = texts.get(`${language} ${key}`);
          await page.getByRole('button', { name: text }).filter({ visible: true }).first().click();
          await settled();
        }
        const devtools = await context.newCDPSession(page);
        const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
        const picture = Buffer.from(data, 'base64');
        bytes += picture.length;
        writeFileSync(`${out}/${language}/${theme}/${name}.webp`, picture);
        await page.close();
      }
      await context.close();
    }
  }
  console.log(`${pictures.length * 6} pictures, ${Math.round(bytes / 1024)} KiB`);
} finally {
  await browser.close();
  await server.stop();
}
