// Shared by the screenshots and audits of every page: the routes of the features, and ids to fill in.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const web = fileURLToPath(new URL('..', import.meta.url));

// Route guards read the browser storage when their module is loaded; here it is empty.
const store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
globalThis.sessionStorage ??= store;
globalThis.localStorage ??= store;

/** Reads modules of the product through vite. */
async function withSources(use) {
  const server = await createServer({
    root: web,
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    server: { middlewareMode: true, hmr: false, watch: null },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    return await use((file) => server.ssrLoadModule(file));
  } finally {
    await server.close();
  }
}

/** The paths of all features, from the files that the router itself reads. */
export function routePaths() {
  return withSources(async (load) => {
    const { featureRoutes } = await load('/src/app/feature-routes.ts');
    const paths = featureRoutes.map((route) => route.path).filter((path) => !path.startsWith('__')); // not in the product
    return [...paths, 'no/such/page'];
  });
}

/** The text of a key (namespace:path.of.key) in a language, up to its first bracket or comma. */
export function textsOf(keys, languages) {
  return withSources(async (load) => {
    const found = new Map();
    for (const key of keys) {
      const [file, path] = key.split(':');
      for (const language of languages) {
        const texts = (await load(`/src/locales/${language}/${file}.ts`)).default;
        const text = path.split('.').reduce((tree, name) => tree?.[name], texts);
        if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`);
        found.set(`${language} ${key}`, text.split(/[，,(（{]/)[0].trim());
      }
    }
    return found;
  });
}

/** Ids of things that exist, for the parameters of routes: the worst project, its first structure, item and point. */
export async function findSamples(base, password) {
  const signIn = await fetch(`${base}/api/sessions/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'admin', password }),
  });
  if (!signIn.ok) throw new Error(`sign-in: ${signIn.status} ${await signIn.text()}`);
  const session = await signIn.json();
  const headers = { authorization: `Bearer ${session.token}` };
  const get = async (path) => (await fetch(`${base}/api${path}`, { headers })).json();
  // A project with a point in an item, so that every parameter of a route has a sample.
  let projectId;
  let point;
  for (const { id } of (await get('/projects?pageSize=200')).list) {
    projectId = id;
    point = (await get(`/projects/${id}/measuring-points?sort=-level&pageSize=200`)).list.find((one) => one.itemId > 0);
    if (point) break;
  }
  const notifications = (await get('/notifications?pageSize=1')).list;
  const { corporationId } = await get(`/projects/${projectId}`);
  const devices = (await get(`/corporations/${corporationId}/devices?projectId=${projectId}&pageSize=1`)).list;
  const types = (await get('/constants/device-type')).list;
  const alerts = (await get(`/alerts?projectId=${projectId}&pageSize=1`)).list;
  const boards = (await get(`/projects/${projectId}/boards`)).list;
  const reportId = await aReport(base, headers, projectId);
  const templateId = await aTemplate(base, headers, projectId);
  const samples = {
    projectId,
    structureId: point.structureId,
    itemId: point.itemId,
    mpId: point.id,
    deviceId: devices[0]?.id,
    page: types.find((type) => type.code === point.category)?.pages[0],
    alertId: alerts[0]?.id,
    boardId: boards[0]?.id,
    projectReportId: reportId,
    reportTemplateId: templateId,
    notificationId: notifications[0]?.id,
    method: 'predict',
  };
  return { session, samples };
}

/** A report of a project. The demo has none: the first one is begun here. */
async function aReport(base, headers, projectId) {
  const path = `${base}/api/projects/${projectId}/project-reports`;
  const { list } = await (await fetch(path, { headers })).json();
  if (list.length > 0) return list[0].id;
  const end = Date.now();
  const body = JSON.stringify({ kind: 'special', start: end - 86_400_000, end, curves: 2 });
  const asked = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  return (await (await fetch(path, asked)).json()).id;
}

/** A report template of a project. The demo has none: one that comes with the product is uploaded here. */
async function aTemplate(base, headers, projectId) {
  const path = `${base}/api/projects/${projectId}/report-templates`;
  const { list } = await (await fetch(path, { headers })).json();
  if (list.length > 0) return list[0].id;
  const body = new FormData();
  body.append('file', await (await fetch(`${path}/shipped/pit?language=zh`, { headers })).blob(), 'pit.xlsx');
  const asked = { method: 'POST', headers, body };
  return (await (await fetch(`${path}?name=Pit&filename=pit.xlsx`, asked)).json()).id;
}

/** A route pattern as an address; undefined where a parameter has no sample. */
export function fill(path, samples) {
  let complete = true;
  const filled = path.replace(/:(\w+)(?:\?(?=\/|$))?/g, (_, name) => {
    if (samples[name] === undefined) complete = false;
    return String(samples[name]);
  });
  return complete ? `/${filled}` : undefined;
}
