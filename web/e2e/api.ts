import type { Look } from './look';

/** API calls that prepare the data of a journey. */
export class Api {
  private constructor(
    private readonly base: string,
    /** The response of sign-in, as the browser stores it. */
    readonly session: { token: string; user: { id: number; corporationId: number; theme: string; language: string } },
  ) {}

  static async signIn(base: string, name = 'admin', password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '') {
    return new Api(base, await call(base, '', 'POST', '/sessions/signin', { name, password }));
  }

  get(path: string) {
    return call(this.base, this.session.token, 'GET', path);
  }
  post(path: string, body: unknown = {}) {
    return call(this.base, this.session.token, 'POST', path, body);
  }
  patch(path: string, body: unknown) {
    return call(this.base, this.session.token, 'PATCH', path, body);
  }
  put(path: string, body: unknown) {
    return call(this.base, this.session.token, 'PUT', path, body);
  }

  /** Sets the account's language and theme. */
  async show({ language, theme }: Look): Promise<void> {
    const { user } = this.session;
    if (user.language === language && user.theme === theme) return;
    await this.post(`/users/${user.id}/profile`, { language, theme });
    Object.assign(user, { language, theme });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: journeys read known fields; the API's own tests check the shapes
async function call(base: string, token: string, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(`${base}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** The point of the demo with a name, and the address of one of its views. */
export async function findPoint(api: Api, name: string) {
  for (const { id } of (await api.get('/projects?pageSize=200')).list) {
    const { list } = await api.post('/monitor/overview', { projectId: id });
    const point = list.find((one: { name: string }) => one.name === name);
    if (!point) continue;
    const path = `/projects/${id}/monitor-new/structures/${point.structureId}/mps/${point.measuringPointId}`;
    const { measuringPointId, structureId } = point as { measuringPointId: number; structureId: number };
    return { id: measuringPointId, structureId, path, pages: point.pages as string[] };
  }
  throw new Error(`the demo has no point ${name}`);
}
