import type { Api } from './api';
import { type Device, send } from './device';

/** What is installed: a device, and points that are computed from it. */
interface Kind {
  /** Device type, which is the category of its points. */
  type: string;
  geometry?: object;
  points: readonly {
    name: string;
    measurement: string;
    /** The first of the points of a composite point, instead of the device. */
    of?: string;
    rules: readonly object[];
    processor?: object;
    /** Take the first reading as the initial value. */
    initial?: boolean;
    channel?: number;
    /** Seconds between readings. */
    interval?: number;
  }[];
  /** The messages, one each minute by default. */
  messages: readonly object[];
  step?: number;
}

const minute = 60_000;

/** A new project whose points have no initial value unless they ask for one. */
export class FreshPoints {
  private constructor(
    private readonly api: Api,
    private readonly project: { id: number; corporationId: number },
    private readonly structure: number,
  ) {}

  static async make(api: Api, name: string) {
    const project = await api.post('/projects', { name: `${name} ${Date.now().toString(36)}` });
    const { id } = await api.post(`/projects/${project.id}/structures`, { name: 'Yard', type: 'Tunnel' });
    return new FreshPoints(api, project, id);
  }

  /** Installs a device and its points, sends its messages, and resolves with ids, addresses and times of readings. */
  async install({ type, geometry, points, messages, step = minute }: Kind) {
    const mark = `${type}-${Math.random().toString(36).slice(2, 8)}`.toUpperCase();
    const corporation = `/corporations/${this.project.corporationId}`;
    const first = Math.floor(Date.now() / minute) * minute - step * messages.length - minute;
    const from = first - minute;
    const device = await this.api.post(`${corporation}/devices`, {
      ...{
        projectId: this.project.id,
        name: mark,
        kind: 'Measuring',
        type,
        model: 'own',
        sncode: mark,
        register: mark,
      },
    });
    if (geometry) await this.api.patch(`${corporation}/devices/${device.id}/config`, { validFrom: from, geometry });
    const path = `/structures/${this.structure}/measuring-points`;
    const made: Record<string, { id: number; path: string }> = {};
    for (const { name, measurement, of, rules, processor, initial, channel, interval } of points) {
      const own = {
        name: `${name}-${mark}`,
        measurement,
        ...(of ? { type: 'composite', category: 'Composite' } : { category: type }),
      };
      const { list } = await this.api.post(path, { points: [own] });
      const { id } = list[0];
      const record = (aspect: string, value: unknown) =>
        this.api.post(`${path}/${id}/versions`, { aspect, validFrom: from, value });
      const sources = of
        ? [{ role: 'main', pointId: made[of]?.id }]
        : [{ role: 'main', deviceId: device.id, ...(channel ? { channelNo: channel } : {}) }];
      await record('binding', { sources });
      if (interval) await record('collect', { mode: 'UploadCollect', interval });
      if (processor) await record('processor', processor);
      const named = JSON.stringify(rules).replaceAll(/\{(\w+)\}/g, (_, one) => `P${made[one]?.id}`);
      await record('formula', { rules: JSON.parse(named) });
      if (initial) await record('initial', { mode: 'auto', time: first, count: 1 });
      const view = `/projects/${this.project.id}/monitor-new/structures/${this.structure}/mps/${id}`;
      made[name] = { id, path: view };
    }
    const sender: Device = { register: device.register, secret: device.secret };
    const times = messages.map((_, i) => first + i * step);
    for (const [i, message] of messages.entries()) await send(sender, { t: times[i], ...message });
    return { points: made, times };
  }

  /** The points of the project as the pages see them. */
  async overview() {
    return (await this.api.post('/monitor/overview', { projectId: this.project.id })).list as {
      measuringPointId: number;
      time: number;
      pages: string[];
      noInitial?: boolean;
      judgement: { code: string };
    }[];
  }
}

export const system = (sysFormula: string, computedField = '', options: Record<string, string> = {}, params = {}) => ({
  ...{ computedField, formulaType: 'SYSTEM_FORMULA', sysFormula, options, params },
});
