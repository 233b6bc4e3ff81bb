import createClient, { type Middleware } from 'openapi-fetch';
import { currentLanguage } from '@/ui/i18n/i18n';
import { announce } from '@/ui/messages';
import { isAbort, NetworkError, readApiError, TimeoutError, tokenExpired } from './errors';
import type { paths } from './schema.gen';
import { signedIn } from './signed-in';

const timeoutMs = 30_000;

/** Error code: the corporation now requires a second factor. */
const factorNeeded = 8130;

/** Headers sent with every call, including the event stream. */
export function sessionHeaders(): Record<string, string> {
  const token = signedIn().token();
  const headers: Record<string, string> = { 'Accept-Language': currentLanguage() };
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

/** A fetch with a time limit, which fails with our own errors. */
function fetchWithin(milliseconds: number) {
  return async (request: Request): Promise<Response> => {
    const limit = AbortSignal.timeout(milliseconds);
    try {
      return await fetch(new Request(request, { signal: AbortSignal.any([request.signal, limit]) }));
    } catch (error) {
      if (limit.aborted) throw new TimeoutError();
      if (isAbort(error)) throw error;
      throw new NetworkError();
    }
  };
}

/** The fetch for calls that send or search a large file; the server allows them as much time. */
export const patientFetch = fetchWithin(15 * 60_000);

const session: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(sessionHeaders())) request.headers.set(name, value);
    return request;
  },
  async onResponse({ request, response }) {
    if (!response.ok) {
      const error = await readApiError(response);
      if (error.code === tokenExpired) signedIn().expire();
      if (error.code === factorNeeded) signedIn().requireFactor();
      throw error;
    }
    if (request.method !== 'GET' && response.headers.get('content-type')?.includes('json')) {
      const body = (await response.clone().json()) as { msg?: unknown } | null;
      if (typeof body?.msg === 'string' && body.msg !== '') announce('success', body.msg);
    }
    return response;
  },
};

/** The only API client. A call either returns its data or throws ApiError, TimeoutError or NetworkError. */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? 'http://localhost',
  fetch: fetchWithin(timeoutMs),
  querySerializer: { array: { style: 'form', explode: false } }, // ids=1,2: the server reads each parameter once
});
client.use(session);

/** The data of a call of the client: `const page = await data(client.GET('/api/projects'))`. */
export async function data<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data: body } = await call;
  return body as T;
}
