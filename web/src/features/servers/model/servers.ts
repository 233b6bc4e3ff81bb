import type { Durability, Former, Partition, Server, View } from '../queries';

/** A partition whose results are later than this is in trouble. */
export const lateMs = 30_000;
/** Three missed reports: the server may hang. */
const silentMs = 6_000;
/** Former servers are of interest for a day. */
const formerMs = 24 * 60 * 60_000;

export type ServerState =
  | 'offline'
  | 'silent'
  | 'starting'
  | 'stopping'
  | 'drained'
  | 'draining'
  | 'suspended'
  | 'full'
  | 'online';

/** The state of a server at the time of the view, the worst first. */
export function stateOf(server: Server, now: number): ServerState {
  const { drain, report } = server;
  if (!server.alive) return 'offline';
  if (server.stopping) return 'stopping';
  if (!report) return 'starting';
  if (now - server.reportedAt > silentMs) return 'silent';
  if (drain) return drain.safeAt > 0 ? 'drained' : 'draining';
  if (report.reason === 'suspended' || report.reason === 'full') return report.reason;
  return 'online';
}

/** States that need a person. */
export const inTrouble: ReadonlySet<ServerState> = new Set(['offline', 'silent', 'suspended', 'full']);

/** A server in running text: several may run on one machine. */
export const nameOf = ({ name, id }: Pick<Server, 'name' | 'id'>): string => `${name} #${id}`;

export interface Span {
  unit: 'ms' | 's' | 'min' | 'h';
  count: number;
}

/** A delay in its largest unit that is not zero; milliseconds only from one to a second. */
export function spanOf(ms: number): Span {
  if (ms <= 0) return { unit: 's', count: 0 };
  if (ms < 1_000) return { unit: 'ms', count: Math.round(ms) };
  if (ms < 120_000) return { unit: 's', count: Math.floor(ms / 1_000) };
  if (ms < 7_200_000) return { unit: 'min', count: Math.floor(ms / 60_000) };
  return { unit: 'h', count: Math.floor(ms / 3_600_000) };
}

export interface Totals {
  online: number;
  frames: number;
  values: number;
  devices: number;
  lagMs: number;
  /** Partition of the longest delay; null: none waits. */
  latest: number | null;
  journalMs: number;
  failing: number;
}

/** What all servers do together. */
export function totalsOf({ servers, partitions, now }: View): Totals {
  const sum = (pick: (report: NonNullable<Server['report']>) => number) =>
    servers.reduce((total, { report, alive }) => total + (report && alive ? pick(report) : 0), 0);
  const most = (pick: (report: NonNullable<Server['report']>) => number) =>
    servers.reduce((worst, { report }) => Math.max(worst, report ? pick(report) : 0), 0);
  const latest = partitions.reduce<number | null>(
    (worst, { lagMs }, part) => (lagMs > (worst === null ? 0 : (partitions[worst]?.lagMs ?? 0)) ? part : worst),
    null,
  );
  return {
    online: servers.filter((server) => !inTrouble.has(stateOf(server, now))).length,
    frames: sum(({ frames }) => frames),
    values: sum(({ values }) => values),
    devices: sum(({ connections }) => connections),
    failing: sum(({ failing }) => failing),
    lagMs: most(({ lagMs }) => lagMs),
    latest,
    journalMs: most(({ journalLagMs }) => journalLagMs),
  };
}

/** Partitions that are late, or held by nobody. */
export const isLate = ({ lagMs, serverId }: Partition): boolean => lagMs > lateMs || serverId === 0;

/** Partitions on their way to another server. */
export const isMoving = ({ serverId, wantedId }: Partition): boolean => serverId !== wantedId;

/** The color of each server by id: servers keep theirs while others join. */
export function colorsOf(servers: readonly Server[], palette: readonly string[]): Map<number, string> {
  const ids = servers.map(({ id }) => id).sort((a, b) => a - b);
  return new Map(ids.map((id, i) => [id, palette[i % palette.length] ?? 'currentColor']));
}

/** Servers of the last day whose machine has no running server. */
export function missing({ former, servers, now }: View): Former[] {
  const names = new Set(servers.map(({ name }) => name));
  const seen = new Set<string>();
  return former.filter(({ name, endedAt }) => {
    if (names.has(name) || seen.has(name) || now - endedAt > formerMs) return false;
    seen.add(name);
    return true;
  });
}

export type Warning = 'off' | 'missing' | 'fell' | 'hidden' | 'unflushed';

/** What is wrong with the promise of the database, the worst only. */
export function warningOf(durability: Durability): Warning | null {
  if (durability.level === 'off') return 'off';
  if (durability.missing > 0) return 'missing';
  if (durability.fellAt > 0) return 'fell';
  if (!durability.flushed) return 'unflushed';
  return durability.hidden ? 'hidden' : null;
}
