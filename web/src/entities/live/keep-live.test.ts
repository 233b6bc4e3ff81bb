// @vitest-environment jsdom

import { useSessionStore } from '@/entities/session/session-store';
import { mockSession } from '@/test/fixtures/session';
import { useConnection } from './connection';
import { keepLive, retryNow } from './keep-live';
import { onLive } from './live-stream';

const start = Date.UTC(2025, 9, 6, 12, 12, 28);
const encoder = new TextEncoder();

/** A fake network: handles each call of the stream or the probe. */
interface Network {
  events: (signal: AbortSignal) => Promise<Response>;
  probe: () => Promise<Response>;
}
const network: Network = { events: swallow, probe: swallow as never };
let calls = 0;

const refuse = () => Promise.reject(new TypeError('Failed to fetch'));
const status = (code: number) => () => Promise.resolve(new Response('{}', { status: code }));

/** A network that drops bytes silently. */
function swallow(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

/** A streaming server; `send` writes to the newest stream, `close` ends it. */
function streaming() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  network.events = async (signal) => {
    const body = new ReadableStream<Uint8Array>({
      start: (begun) => {
        controller = begun;
        begun.enqueue(encoder.encode('event: ready\ndata: {}\n\n'));
      },
    });
    const own = controller;
    signal.addEventListener('abort', () => own?.error(new DOMException('aborted', 'AbortError')));
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return {
    send: (event: string, data = '{}') => controller?.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`)),
    close: () => controller?.close(),
  };
}

let end: AbortController;
const resumed = vi.fn();
const loss = () => useConnection.getState().loss;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Sends beats, one every three seconds. */
async function beatFor(server: ReturnType<typeof streaming>, beats: number): Promise<void> {
  for (let beat = 0; beat < beats; beat++) {
    await pass(3_000);
    server.send('beat', '{"time":1}');
    await pass(0);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  calls = 0;
  resumed.mockReset();
  useSessionStore.getState().signIn(mockSession, false);
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    if (path !== '/api/events') return network.probe();
    calls += 1;
    return network.events(signal);
  });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  Object.assign(network, { events: swallow, probe: refuse });
  end = new AbortController();
});
afterEach(async () => {
  end.abort();
  await pass(0);
  useSessionStore.getState().signOut();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const begin = async () => {
  void keepLive(end.signal, resumed);
  await pass(0);
};

test('heartbeats keep the connection up without any events', async () => {
  const server = streaming();
  await begin();
  await beatFor(server, 40);
  expect(loss()).toBeNull();
  expect(calls).toBe(1);
  expect(resumed).not.toHaveBeenCalled();
});

test('detects a silent network within 10 s and keeps the times of the loss and the last data', async () => {
  const server = streaming();
  await begin();
  await beatFor(server, 1);
  network.events = swallow;
  await pass(10_000);
  expect(loss()).toMatchObject({ reason: 'unreachable', shown: start + 3_000, since: start + 6_000 });
  await pass(36_000);
  expect(loss()).toMatchObject({ shown: start + 3_000, since: start + 6_000 });
  expect(loss()?.tries).toBeGreaterThanOrEqual(7);

  const back = streaming();
  await pass(5_000);
  expect(loss()).toBeNull();
  expect(resumed).toHaveBeenCalledOnce();
  await beatFor(back, 10);
  expect(loss()).toBeNull();
  expect(resumed).toHaveBeenCalledOnce();
});

test('a manual retry connects at once', async () => {
  const server = streaming();
  await begin();
  await beatFor(server, 1);
  network.events = swallow;
  await pass(30_500);
  expect(loss()).not.toBeNull();
  streaming();
  retryNow();
  await pass(0);
  expect(loss()).toBeNull();
  expect(resumed).toHaveBeenCalledOnce();
});

test('a tab that slept reports the age of its data and refetches once it reconnects', async () => {
  const server = streaming();
  await begin();
  await beatFor(server, 1);
  const hour = 3_600_000;
  vi.setSystemTime(start + hour); // the clock advanced, the timers did not
  network.events = swallow;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(loss()).toMatchObject({ shown: start + 3_000 });
  streaming();
  await pass(2_000);
  expect(loss()).toBeNull();
  expect(resumed).toHaveBeenCalledOnce();
});

test('data received before the first timer after a sleep triggers a refetch', async () => {
  const server = streaming();
  await begin();
  vi.setSystemTime(start + 60_000);
  server.send('beat');
  await vi.waitFor(() => expect(resumed).toHaveBeenCalledOnce());
  expect(loss()).toBeNull();
});

test('a proxy that ends every stream after 2 s causes no loss and no reconnect loop', async () => {
  const server = streaming();
  await begin();
  for (let stream = 0; stream < 10; stream++) {
    await pass(2_000);
    server.close();
    await pass(5_000);
    expect(loss()).toBeNull();
  }
  expect(calls).toBe(11);
  expect(resumed).toHaveBeenCalledTimes(10);
});

test('reports a proxy that holds the stream back and polls instead', async () => {
  network.probe = status(200);
  await begin();
  await pass(14_000);
  expect(loss()?.reason).toBe('held');
  const asked = resumed.mock.calls.length;
  await pass(60_000);
  expect(resumed.mock.calls.length - asked).toBe(6);
  network.probe = refuse;
  network.events = refuse;
  await pass(10_000);
  expect(loss()?.reason).toBe('unreachable');
});

test.each([
  ['a refused connection', refuse, 'unreachable'],
  ['a proxy without a server', status(502), 'unreachable'],
  ['a restarting server', status(503), 'busy'],
  ['too many streams', status(429), 'busy'],
] as const)('reports the reason for %s', async (_, answer, reason) => {
  network.events = answer;
  await begin();
  await pass(4_000);
  expect(loss()).toBeNull(); // most breaks are shorter
  await pass(6_000);
  expect(loss()?.reason).toBe(reason);
});

test('reports an offline browser at once and reconnects as soon as it is online', async () => {
  streaming();
  await begin();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  network.events = refuse;
  window.dispatchEvent(new Event('offline'));
  expect(loss()).toMatchObject({ reason: 'offline', since: start });
  await pass(20_000);
  expect(loss()?.reason).toBe('offline');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  streaming();
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(loss()).toBeNull();
});

test.each([
  ['a 401 response', async () => void Object.assign(network, { events: status(401) })],
  ['an end event on the stream', async (server: ReturnType<typeof streaming>) => server.send('end', '{"code":8007}')],
])('stops reconnecting after %s ends the session', async (_, finish) => {
  const server = streaming();
  await begin();
  await finish(server);
  server.close();
  await pass(60_000);
  expect(useSessionStore.getState().expired).toBe(true);
  expect(calls).toBeLessThanOrEqual(2);
});

test('passes on events with their project', async () => {
  const heard = vi.fn();
  const stop = onLive(heard);
  const server = streaming();
  await begin();
  server.send('live', '{"project":7,"payload":{"points":[1]}}');
  server.send('beat', '{"time":1}');
  await pass(0);
  expect(heard.mock.calls).toEqual([[{ topic: 'live', project: 7, payload: { points: [1] } }]]);
  stop();
});
