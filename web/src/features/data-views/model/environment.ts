import type { components } from '@/api/schema.gen';
import type { FieldInfo, NodeRow, PointState } from './types';

/** How time enters a model of the environment. */
export const trends = ['time', 'logTime', 'both', 'none'] as const;
export type Trend = (typeof trends)[number];

/** Days over which rain is summed. */
export const rainDays = [1, 3, 7, 30] as const;
/** Percent of the fitted time that is held out. */
export const heldShares = [0, 10, 20, 30, 50] as const;
export const cycleCounts = [0, 1, 2] as const;
export const powerCounts = [1, 2, 3] as const;

/** What may move a point, in the order of the form. */
export const causes = ['temperature', 'level', 'rain'] as const;
export type CauseKind = (typeof causes)[number];

/** The readings of a cause. */
export interface Cause {
  pointId: number;
  field: string;
  /** 0 for a point without nodes. */
  node: number;
}

/** What a model of the environment has in the address. A cause: null for none, undefined for the proposed one. */
export interface EnvironmentSettings {
  trend: Trend;
  /** Cycles of the season in a year. */
  cycles: number;
  temperature: Cause | null | undefined;
  level: Cause | null | undefined;
  rain: Cause | null | undefined;
  powers: number;
  days: readonly number[];
  held: number;
}

type Change = { [K in keyof EnvironmentSettings]?: EnvironmentSettings[K] | undefined };

const usual = { cycles: 0, powers: 1, days: [1, 3], held: 20 } as const;
const nothing = 'none';

/** causeText names a cause in the address and in lists. */
export const causeText = (cause: Cause | null): string =>
  cause ? [cause.pointId, cause.field, ...(cause.node ? [cause.node] : [])].join('.') : nothing;

/** causeFrom reads causeText; undefined for anything else. */
export function causeFrom(text: string | null): Cause | null | undefined {
  if (text === nothing) return null;
  const [, id, field, node] = /^([1-9]\d*)\.([A-Za-z]\w{0,63})(?:\.([1-9]\d*))?$/.exec(text ?? '') ?? [];
  return field ? { pointId: Number(id), field, node: Number(node ?? 0) } : undefined;
}

const among = <T extends number>(text: string | null, list: readonly T[], other: T): T =>
  list.find((one) => String(one) === text) ?? other;

/** readEnvironment parses the settings in the address; invalid ones take their defaults. */
export function readEnvironment(search: URLSearchParams): EnvironmentSettings {
  const days = (search.get('days') ?? '').split('.');
  const chosen = rainDays.filter((one) => days.includes(String(one)));
  return {
    trend: trends.find((one) => one === search.get('trend')) ?? trends[0],
    cycles: among(search.get('cycles'), cycleCounts, usual.cycles),
    temperature: causeFrom(search.get('temperature')),
    level: causeFrom(search.get('level')),
    rain: causeFrom(search.get('rain')),
    powers: among(search.get('powers'), powerCounts, usual.powers),
    days: chosen.length > 0 ? chosen : usual.days,
    held: among(search.get('held'), heldShares, usual.held),
  };
}

/** writeEnvironment writes a change to the address. */
export function writeEnvironment(search: URLSearchParams, change: Change): void {
  const put = (name: string, value: string, other: string) =>
    value === other ? search.delete(name) : search.set(name, value);
  if (change.trend) put('trend', change.trend, trends[0]);
  for (const name of ['cycles', 'powers', 'held'] as const) {
    const value = change[name];
    if (value !== undefined) put(name, String(value), String(usual[name]));
  }
  for (const name of causes) {
    const value = change[name];
    if (value !== undefined) search.set(name, causeText(value));
  }
  if (change.days && change.days.length > 0) put('days', change.days.join('.'), usual.days.join('.'));
}

/** A cause that can be chosen. */
export interface Proposal extends Cause {
  name: string;
}

/** The measurements whose points are proposed for each kind, with their field. */
const proposed: Record<CauseKind, readonly (readonly [measurement: string, field: string])[]> = {
  temperature: [
    ['Environment', 'airTemp'],
    ['Temperature', 'temp'],
  ],
  level: [['Waterlevel', 'level']],
  rain: [['Rainfall', 'rain']],
};

/**
 * ownTemperature returns the node whose temperature may explain a node of the same array: itself, or the nearest one that
 * measures it, as the ends of an array may not. 0 for a point without nodes, null if it measures none.
 */
export function ownTemperature(
  fields: readonly Pick<FieldInfo, 'name' | 'unit'>[],
  node: number,
  nodes: readonly Pick<NodeRow, 'no' | 'values'>[],
): number | null {
  if (!fields.some(({ name, unit }) => name === 'temp' && unit === '°C')) return null;
  if (nodes.length === 0) return 0;
  const measured = nodes.flatMap(({ no, values }) => (typeof values.temp === 'number' ? [no] : []));
  const near = measured.sort((a, b) => Math.abs(a - node) - Math.abs(b - node));
  return near[0] ?? null;
}

/**
 * proposalsOf lists the causes that a project measures, those of the structure of the point first. A point never explains
 * itself, but the temperature that it measures may, at the node own.
 */
export function proposalsOf(
  point: Pick<PointState, 'id' | 'structureId' | 'name'>,
  points: readonly Pick<PointState, 'id' | 'structureId' | 'name' | 'measurement' | 'node'>[],
  own: number | null,
): Record<CauseKind, readonly Proposal[]> {
  const others = points.filter(({ id }) => id !== point.id);
  const near = [true, false].flatMap((same) =>
    others.filter(({ structureId }) => (structureId === point.structureId) === same),
  );
  const of = (kind: CauseKind) =>
    proposed[kind].flatMap(([measurement, field]) =>
      near
        .filter((one) => one.measurement === measurement)
        .map(({ id, name, node }) => ({ pointId: id, name, field, node: node?.no ?? 0 })),
    );
  return {
    temperature: [
      ...of('temperature'),
      ...(own === null ? [] : [{ pointId: point.id, name: point.name, field: 'temp', node: own }]),
    ],
    level: of('level'),
    rain: of('rain'),
  };
}

/**
 * The chosen causes: those of the address, or the first that is proposed. A water level has no other one as a cause unless it is
 * chosen: they often share theirs.
 */
export function causesOf(
  { measurement }: Pick<PointState, 'measurement'>,
  state: Pick<EnvironmentSettings, CauseKind>,
  proposals: Record<CauseKind, readonly Proposal[]>,
): Record<CauseKind, Cause | null> {
  const first = (kind: CauseKind) =>
    kind === 'level' && measurement === 'Waterlevel' ? null : (proposals[kind][0] ?? null);
  const chosen = (kind: CauseKind) => (state[kind] === undefined ? first(kind) : (state[kind] ?? null));
  return { temperature: chosen('temperature'), level: chosen('level'), rain: chosen('rain') };
}

/** modelBody is the model as the server takes it. */
export function modelBody(
  { trend, cycles, powers, days }: EnvironmentSettings,
  { temperature, level, rain }: Record<CauseKind, Cause | null>,
) {
  const read = ({ pointId, field, node }: Cause) => ({ measuringPointId: pointId, field, node });
  return {
    time: trend === 'time' || trend === 'both',
    logTime: trend === 'logTime' || trend === 'both',
    cycles,
    ...(temperature ? { temperature: read(temperature) } : {}),
    ...(level ? { level: { ...read(level), powers } } : {}),
    ...(rain ? { rain: { ...read(rain), days: [...days] } } : {}),
  } satisfies Partial<components['schemas']['ResidualInputBody']>;
}

/** fewestOf is how many readings a model needs: three for each coefficient. */
export function fewestOf({ time, logTime, cycles, temperature, level, rain }: ReturnType<typeof modelBody>): number {
  const terms = [
    ...[1, time ? 1 : 0, logTime ? 1 : 0, 2 * cycles],
    ...[temperature ? 1 : 0, level?.powers ?? 0, rain?.days.length ?? 0],
  ];
  return 3 * terms.reduce((sum, one) => sum + one, 0);
}

/** fitEnd is where the fit ends when the last part of its readings is held out. */
export const fitEnd = ([from, to]: readonly [number, number], held: number): number =>
  Math.round(to - ((to - from) * held) / 100);
