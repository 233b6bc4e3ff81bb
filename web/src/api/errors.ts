import i18next from 'i18next';

/** The code of an expired token. */
export const tokenExpired = 8007;

/** A refusal by the server, with its message. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: number,
    /** Messages by the name of the refused field. */
    readonly fields: Record<string, string> = {},
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** No response within the time limit. */
export class TimeoutError extends Error {
  constructor() {
    super('timeout');
    this.name = 'TimeoutError';
  }
}

/** The server could not be reached, or this browser has no network. */
export class NetworkError extends Error {
  readonly offline = !navigator.onLine;
  constructor() {
    super('network');
    this.name = 'NetworkError';
  }
}

/** Replies of a proxy that finds no server behind it. */
const gatewayStatuses = [502, 504];
/** Statuses that ask the client to retry later. */
const busyStatuses = [429, 503];

interface Envelope {
  error?: string;
  code?: number;
  fields?: Record<string, string>;
}

/** The message for a response without our error body, such as from a proxy or after a crash. */
function textOfStatus(status: number): string {
  if (gatewayStatuses.includes(status)) return i18next.t('common:error.unreachable');
  if (busyStatuses.includes(status)) return i18next.t('common:error.busy');
  return i18next.t('common:error.status', { status });
}

/** Reads the error body of a reply; a reply without one is named by its status. */
export async function readApiError(response: Response): Promise<ApiError> {
  let envelope: Envelope = {};
  try {
    envelope = (await response.json()) as Envelope;
  } catch {
    // Not our error body.
  }
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError(
    response.status,
    envelope.error || textOfStatus(response.status),
    envelope.code,
    envelope.fields ?? {},
    retryAfter > 0 ? retryAfter : undefined,
  );
}

/** The text shown for any failed call: the message and, if there is one, its code. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) {
    return error.code === undefined
      ? error.message
      : i18next.t('common:error.withCode', { message: error.message, code: error.code });
  }
  if (error instanceof TimeoutError) return i18next.t('common:error.timeout');
  if (error instanceof NetworkError) {
    return i18next.t(error.offline ? 'common:error.offline' : 'common:error.unreachable');
  }
  return i18next.t('common:error.unexpected');
}

/** Reports whether the caller cancelled the call, which is not an error to show. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
