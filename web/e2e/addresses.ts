const views = ['hda-chart', 'hda-data', 'adm-profile', 'adm-data', 'adm-prop', 'gnss-chart'];
const pointTabs = ['binding', 'formula', 'initial', 'processor', 'collect', 'thresholds', 'corrections'];

interface Point {
  id: number;
  structureId: number;
  itemId: number;
  category: string;
}

/** What a route alone does not show: every view of points that have it, the tabs of a point's console, what opens beside a list. */
export async function states(base: string, token: string): Promise<string[]> {
  const list = async (path: string) => {
    const answer = await fetch(`${base}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()).list;
  };
  const types: { code: string; pages: string[] }[] = await list('/constants/device-type');
  const open = new Map<string, string>();
  const found: string[] = [];
  for (const { id, corporationId } of await list('/projects')) {
    const points: Point[] = await list(`/projects/${id}/measuring-points?pageSize=200`);
    for (const point of points) {
      for (const view of types.find(({ code }) => code === point.category)?.pages ?? []) {
        if (!open.has(view))
          open.set(view, `/projects/${id}/monitor-new/structures/${point.structureId}/mps/${point.id}/${view}`);
      }
    }
    const [first] = points;
    if (!first || found.length > 0) continue;
    const console = `/projects/${id}/console/structures/${first.structureId}/items/${first.itemId}/mps/${first.id}`;
    found.push(...pointTabs.map((tab) => `${console}?tab=${tab}`));
    const [device] = await list(`/corporations/${corporationId}/devices?projectId=${id}&pageSize=1`);
    found.push(`/projects/${id}/devices?device=${device.id}`);
  }
  const [alert] = await list('/alerts?pageSize=1');
  found.push(`/alerts?alert=${alert.id}`);
  return [...found, ...views.map((view) => open.get(view) ?? `no point has ${view}`)];
}
