import type { Device } from './device';

/** The site of one test: a project with a tilt meter and a point that shows its raw X angle. */
export interface Site {
  projectId: number;
  structureId: number;
  pointId: number;
  point: string;
  deviceId: number;
  device: Device;
}

/** Creates a site through the API, for journeys that start later. */
export async function makeSite(base: string, password: string): Promise<Site> {
  let token = '';
  const post = async (path: string, body: unknown, method = 'POST') => {
    const answer = await fetch(`${base}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  token = (await post('/sessions/signin', { name: 'admin', password })).token;
  const mark = Date.now().toString(36).toUpperCase();
  const project = await post('/projects', { name: `到达${mark}` });
  const { id: structureId } = await post(`/projects/${project.id}/structures`, { name: '西塔', type: 'Bridge' });
  const register = `SSE${mark}`;
  const { id: deviceId, secret } = await post(`/corporations/${project.corporationId}/devices`, {
    ...{ name: '西塔倾角仪', type: 'IDM', model: 'IDM-2', sncode: register, register, projectId: project.id },
  });
  const point = `QJ-${mark.slice(-4)}`;
  const points = await post(`/structures/${structureId}/measuring-points`, {
    points: [{ name: point, measurement: 'Tilt', category: 'IDM' }],
  });
  const pointId = points.list[0].id;
  const versions = `/structures/${structureId}/measuring-points/${pointId}/versions`;
  const from = Date.now() - 3_600_000;
  const record = (aspect: string, value: unknown) => post(versions, { aspect, validFrom: from, value, note: '' });
  await record('binding', { sources: [{ role: 'main', deviceId }] });
  await record('formula', {
    rules: [
      {
        ...{ computedField: 'angleX', formulaType: 'SYSTEM_FORMULA', sysFormula: 'DIRECT' },
        options: { field: 'angleX' },
      },
    ],
  });
  const limit = { field: 'angleX', valueType: 'observed', blue: 1, yellow: 2, orange: 3, red: 4, enable: true };
  await post(`/structures/${structureId}/measuring-points/${pointId}/thresholds`, { list: [limit] }, 'PUT');
  return { projectId: project.id, structureId, pointId, point, deviceId, device: { register, secret } };
}
