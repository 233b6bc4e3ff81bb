import type { Drain, Durability, Server, View } from '../queries';
import { shareOf, stepsOf } from './drain';
import { colorsOf, isLate, missing, spanOf, stateOf, totalsOf, warningOf } from './servers';

const now = 1_800_000_000_000;
const report = {
  http: '10.0.0.1:8080',
  mqtt: '10.0.0.1:1883',
  ready: true,
  reason: '' as const,
  memory: 1,
  memoryLimit: 2,
  cpu: 0.1,
  processors: 2,
  frames: 100,
  values: 1600,
  connections: 40,
  commitLagMs: 0,
  journalLagMs: 12,
  backlogBytes: 0,
  lagMs: 0,
  lags: [],
  failing: 0,
  held: 128,
  leaving: 0,
  roundTripMs: 0.4,
  clockBehindMs: 0,
};
const drain: Drain = {
  askedAt: now - 9_000,
  by: 'Lin',
  closedAt: 0,
  notifiedAt: 0,
  devices: 0,
  partitions: 0,
  handedOverAt: 0,
  emptiedAt: 0,
  safeAt: 0,
};
const server = (change: Partial<Server> = {}): Server => ({
  id: 3,
  name: 'north',
  version: '1.0',
  startedAt: now - 60_000,
  alive: true,
  stopping: false,
  partitions: 128,
  report,
  reportedAt: now - 1_500,
  ...change,
});
const durability: Durability = {
  machines: 2,
  level: 'on',
  names: 'second',
  wanted: 1,
  missing: 0,
  flushed: true,
  hidden: false,
  highest: 2,
  fellAt: 0,
  readAt: now,
  replicas: [],
};
const view = (change: Partial<View> = {}): View => ({
  now,
  embedded: false,
  selfId: 3,
  servers: [server(), server({ id: 5, name: 'south' })],
  former: [],
  partitions: [],
  lanes: [],
  durability,
  database: { sizeBytes: 1, freeBytes: 0, totalBytes: 0, fullAt: 0 },
  ...change,
});

test.each([
  ['online', {}],
  ['offline', { alive: false, drain }],
  ['silent', { reportedAt: now - 7_000 }],
  ['draining', { drain }],
  ['drained', { drain: { ...drain, safeAt: now } }],
  ['stopping', { stopping: true }],
  ['suspended', { report: { ...report, ready: false, reason: 'suspended' as const } }],
] as [string, Partial<Server>][])('a server is %s', (state, change) => {
  expect(stateOf(server(change), now)).toBe(state);
});

test('a server without a report is starting', () => {
  const { report: _, ...without } = server();
  expect(stateOf(without, now)).toBe('starting');
});

test('totals count living servers and name the latest partition', () => {
  const partitions = [0, 400, 46_000, 0].map((lagMs) => ({ serverId: 3, wantedId: 3, lagMs }));
  const servers = [server({ report: { ...report, lagMs: 46_000 } }), server({ id: 5, alive: false })];
  expect(totalsOf(view({ partitions, servers }))).toMatchObject({
    online: 1,
    frames: 100,
    devices: 40,
    lagMs: 46_000,
    latest: 2,
  });
  expect(totalsOf(view()).latest).toBeNull();
});

test('a partition is late after 30 s, or when nobody holds it', () => {
  expect(isLate({ serverId: 3, wantedId: 3, lagMs: 30_000 })).toBe(false);
  expect(isLate({ serverId: 3, wantedId: 3, lagMs: 30_001 })).toBe(true);
  expect(isLate({ serverId: 0, wantedId: 3, lagMs: 0 })).toBe(true);
});

test('delays have one unit', () => {
  expect([0, 40, 1_500, 119_000, 600_000, 9_000_000].map(spanOf)).toEqual([
    { unit: 's', count: 0 },
    { unit: 'ms', count: 40 },
    { unit: 's', count: 1 },
    { unit: 's', count: 119 },
    { unit: 'min', count: 10 },
    { unit: 'h', count: 2 },
  ]);
});

test('every server has a color of its own in the order of ids', () => {
  expect([...colorsOf([server({ id: 9 }), server({ id: 3 })], ['a', 'b'])]).toEqual([
    [3, 'a'],
    [9, 'b'],
  ]);
});

test('former servers are shown once, while their machine has no other', () => {
  const gone = (id: number, name: string, ago: number) => ({
    id,
    name,
    version: '1',
    startedAt: 0,
    endedAt: now - ago,
    successorId: 3,
  });
  const former = [gone(4, 'west', 1_000), gone(2, 'north', 2_000), gone(1, 'west', 3_000), gone(0, 'east', 90_000_000)];
  expect(missing(view({ former })).map(({ id }) => id)).toEqual([4]);
});

test('the worst of what the database promises is the warning', () => {
  expect(warningOf(durability)).toBeNull();
  expect(warningOf({ ...durability, hidden: true, flushed: false })).toBe('unflushed');
  expect(warningOf({ ...durability, fellAt: now, machines: 1 })).toBe('fell');
  expect(warningOf({ ...durability, fellAt: now, missing: 1 })).toBe('missing');
  expect(warningOf({ ...durability, level: 'off', machines: 0, missing: 1 })).toBe('off');
});

test('the first step that is not done is under way', () => {
  const half = { ...drain, closedAt: 1, notifiedAt: 2, devices: 214, partitions: 64 };
  expect(stepsOf(half, 16).map(({ key, state, count }) => [key, state, count])).toEqual([
    ['closed', 'done', 0],
    ['notified', 'done', 214],
    ['handedOver', 'now', 16],
    ['emptied', 'next', 0],
    ['safe', 'next', 0],
  ]);
  expect(shareOf(half, 16)).toBe(0.75);
  expect(shareOf({ ...half, handedOverAt: 3 }, 0)).toBe(1);
});
