import type { Api } from './api';

const limits = { field: 'width', valueType: 'observed', blue: 1, yellow: 2, orange: 3, red: 4, enable: true };

/**
 * A structure with cracks that people measure and thresholds judge: 1, 2, 3 and 4 mm. Returns a function that enters a
 * width, read some ms ago, at all cracks or at some.
 */
export async function cracked(api: Api, projectId: number, name: string, cracks: string[]) {
  const { id: structure } = await api.post(`/projects/${projectId}/structures`, { name, type: 'Bridge' });
  const points = `/structures/${structure}/measuring-points`;
  const made = await api.post(points, {
    points: cracks.map((crack) => ({ name: crack, type: 'artificial', measurement: 'Crack', category: 'Artificial' })),
  });
  const list: { id: number; name: string }[] = made.list;
  for (const { id } of list) {
    await api.put(`${points}/${id}/thresholds`, { validFrom: Date.UTC(2024, 0), list: [limits] });
  }
  return async (ago: number, width: number, which = cracks) => {
    const time = new Date(Date.now() - ago).toISOString().slice(0, 19).replace('T', ' ');
    for (const { id } of list.filter((one) => which.includes(one.name))) {
      await api.post(`${points}/${id}/artificial-data`, { rows: [{ time, values: { width } }], note: 'tape' });
    }
  };
}
