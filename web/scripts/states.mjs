// States that a route alone does not show: tabs, drawers, dialogs. The audit of every page opens those with an
// address; the screenshots also click those without.

const tabs = {
  project: ['formulas', 'thresholds', 'health', 'members', 'info', 'tasks', 'corrections', 'retention', 'records'],
  structure: ['gnss', 'records'],
  point:
    'binding groups formula initial processor collect thresholds engineering chart corrections tasks records'.split(
      ' ',
    ),
  device: 'info basic coefficients connection health warnings access commands frames records'.split(' '),
  role: ['permissions', 'users'],
  debug: ['run', 'side', 'dead', 'commands'],
};
/** Parts that only some device types have, by the block of the type that has them. */
const parts = {
  init: 'init',
  gdmAngleInit: 'gdmAngle',
  channelConfig: 'channels',
  hemConfig: 'hem',
  processorConfig: 'processor',
  chartConfig: 'chart',
  pamConfig: 'pam',
  resolveConfig: 'resolve',
  calibrationFile: 'calibration',
};
/** Data views that points of the demo have; fewer means that it has lost some. */
const leastViews = 6;
const bulkActions = ['move', 'swap', 'rotate', 'clone'];

/** The addresses of states, filled with what the demo has. */
export async function stateAddresses(base, token) {
  const answerOf = async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${base}/api${path}`, { headers, ...sent });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };
  const list = async (path) => (await answerOf(path)).list;
  const types = await list('/constants/device-type');
  const blocksOf = (code) => types.find((type) => type.code === code) ?? { pages: [], blocks: [], measurements: [] };
  const shown = new Map();
  const views = new Set();
  const show = (key, address) => shown.has(key) || shown.set(key, address);
  for (const { id, corporationId } of await list('/projects')) {
    const points = await list(`/projects/${id}/measuring-points?pageSize=200`);
    for (const { structureId, measuringPointId, pages } of (await answerOf('/monitor/overview', { projectId: id }))
      .list) {
      for (const view of pages) {
        views.add(view);
        show(view, `/projects/${id}/monitor-new/structures/${structureId}/mps/${measuringPointId}/${view}`);
      }
    }
    const first = points.find((one) => one.itemId > 0);
    if (!first) continue;
    const project = `/projects/${id}/console`;
    const structure = `${project}/structures/${first.structureId}`;
    for (const tab of tabs.project) show(`project ${tab}`, `${project}?tab=${tab}`);
    for (const tab of tabs.structure) show(`structure ${tab}`, `${structure}?tab=${tab}`);
    for (const tab of tabs.point) show(`point ${tab}`, `${structure}/items/${first.itemId}/mps/${first.id}?tab=${tab}`);
    const byHand = points.find((point) => point.type === 'artificial');
    if (byHand) {
      const items = `${project}/structures/${byHand.structureId}/items`;
      show('point manual', `${items}/${byHand.itemId}/mps/${byHand.id}?tab=manual`);
    }
    show('project tree', `${project}/topology?of=structures`);
    for (const action of bulkActions) show(action, `/projects/${id}/devices/actions?do=${action}`);
    const devices = `/projects/${id}/devices`;
    for (const device of await list(`/corporations/${corporationId}/devices?projectId=${id}&pageSize=200`)) {
      const type = blocksOf(device.type);
      const open = (tab) => show(`device ${tab}`, `${devices}?device=${device.id}&tab=${tab}`);
      if (device.protocolCode === 'ADMI' && device.register) open('array');
      if (['GDM', 'Camera'].includes(device.type)) open('pictures');
      if (device.register) for (const tab of tabs.device) open(tab);
      else open('connection');
      if (type.nodes) open('geometry');
      if (type.kind === 'Measuring' && type.measurements.includes('Vibration')) open('vibration');
      for (const block of type.blocks) if (parts[block]) open(parts[block]);
      if (device.register) for (const tab of tabs.debug) show(`debug ${tab}`, `/test?device=${device.id}&tab=${tab}`);
    }
    show('models', `${devices}/models?model=new`);
    show('data source', `${devices}/sources?open=new`);
    show('alert rule', `/projects/${id}/alerts/rules?open=new`);
    for (const view of ['plans', 'contingency']) show(`graded ${view}`, `/projects/${id}/alerts/gradings?view=${view}`);
    show('new project report', `/projects/${id}/reports/project?open=new`);
    show('new report template', `/projects/${id}/reports/templates?open=new`);
    show('placeholders', `/projects/${id}/reports/templates?open=placeholders`);
    show('new report schedule', `/projects/${id}/reports/schedules?open=new`);
    for (const row of await list(`/projects/${id}/nsbd-points?pageSize=1`)) {
      show('information table', `/projects/${id}/reports/nsbd?point=${row.measuringPointId}`);
    }
    show('report history', `/projects/${id}/reports/schedules?view=history`);
    show('report calendar', `/projects/${id}/reports/schedules?view=calendar`);
    show('field rule', `/projects/${id}/alerts/field-actions?open=new`);
    show('map', `/dashboard/project/${id}?view=map`);
    show('preview table', `/projects/${id}/monitor-new/home?layout=table`);
  }
  const [alert] = await list('/alerts?pageSize=1');
  show('alert', `/alerts?alert=${alert.id}`);
  const [log] = await list('/operation-logs?pageSize=1');
  show('log', `/console/operation-logs?log=${log.id}`);
  const [user] = await list('/users?pageSize=1');
  show('user', `/console/users?user=${user.id}`);
  show('new user', '/console/users?user=new');
  show('new group', '/console/user-groups?group=new');
  const [role] = await list('/roles?pageSize=1');
  for (const tab of tabs.role) show(`role ${tab}`, `/console/roles?role=${role.id}&tab=${tab}`);
  show('firmware', '/software?open=all');
  for (const insight of ['structures', 'points', 'health']) show(insight, `/dashboard?insight=${insight}`);
  if (views.size < leastViews) throw new Error(`the points of the demo have only the views ${[...views].join(', ')}`);
  return [...shown].map(([name, address]) => ({ name, address }));
}

const console = 'projects/:projectId/console';
const structure = `${console}/structures/:structureId`;
const point = `${structure}/items/:itemId/mps/:mpId`;

/** States behind a click: the page, the text key of the control, and whether it is for phones only. */
export const pressed = [
  ['dashboard', 'shell:search.placeholder'],
  ['dashboard', 'shell:bell.title'],
  ['dashboard', 'common:action.more', true],
  ['projects', 'project:list.create'],
  [console, 'console:structure.add'],
  [`${console}?tab=members`, 'people:members.add'],
  [structure, 'console:point.add'],
  [structure, 'common:action.edit'],
  [point, 'console:point.delete'],
  [`${point}?tab=corrections`, 'console:correction.add'],
  [`${point}?tab=engineering`, 'point-settings:engineering.addLayer'],
  [`${point}?tab=groups`, 'configuration:groups.replace'],
  [`${console}/plans`, 'plan:add'],
  ['projects/:projectId/devices', 'console:devices.add'],
  ['projects/:projectId/alerts/drills', 'drills:start'],
  ['projects/:projectId/alerts/drills', 'drills:plan'],
  ['console/roles', 'people:roles.add'],
  ['console/api-keys', 'security:keys.createService'],
  ['software', 'software:upload'],
  ['profile', 'security:factor.enable'],
];
