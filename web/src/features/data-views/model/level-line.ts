import type { components } from '@/api/schema.gen';
import { findGaps } from '@/entities/chart/gaps';
import type { ProcessSeries } from '@/entities/chart/process-chart';
import type { Table } from './table';
import type { MarkData, PointState } from './types';

type Schemas = components['schemas'];

/** A vessel of a hydrostatic line. */
export interface Vessel {
  id: number;
  name: string;
  reference: boolean;
  /** Valid readings in the range. */
  readings: number;
  /** Undefined while the tree is loading. */
  point: PointState | undefined;
}

/** One reading of all vessels, in their order. */
export interface LineReading {
  t: number;
  settlement: readonly (number | null)[];
  level: readonly (number | null)[];
  temp: readonly (number | null)[];
}

export interface LevelLine {
  /** Time in ms within which all vessels must be read. */
  tolerance: number;
  vessels: readonly Vessel[];
  /** Times of all readings of the range, rising. */
  times: readonly number[];
  /** Times at which a vessel was not read. */
  skipped: number;
  readings: readonly LineReading[];
  total: number;
  marks: readonly MarkData[];
}

/** levelLine converts the response of monitor/level-line. Vessels get the names of their points. */
export function levelLine(line: Schemas['LevelLine'], points: readonly PointState[]): LevelLine {
  const byId = new Map(points.map((point) => [point.id, point]));
  return {
    tolerance: line.tolerance,
    vessels: line.vessels.map(({ measuringPointId: id, reference, readings }) => {
      const point = byId.get(id);
      return { id, name: point?.name ?? String(id), reference, readings, point };
    }),
    times: line.times,
    skipped: line.skipped,
    readings: line.list.map(({ time, settlement, level, temp }) => ({ t: time, settlement, level, temp })),
    total: line.total,
    marks: line.vessels.flatMap(({ marks }) => marks.map((m) => ({ t: m.time, kind: m.kind, id: m.id, note: m.note }))),
  };
}

/** The level in mm at which a vessel works. */
const working = { min: 10, max: 190 };

/** isOutside reports whether a vessel must be refilled or drained: its reading is doubtful. */
export function isOutside(level: number | null | undefined): boolean {
  return typeof level === 'number' && (level < working.min || level > working.max);
}

/** relativeTo subtracts the value of one vessel from all: another reference, in the view only. -1: as stored. */
export function relativeTo(values: readonly (number | null)[], index: number): (number | null)[] {
  if (index < 0) return [...values];
  const base = values[index] ?? null;
  return values.map((value) => (value === null || base === null ? null : value - base));
}

/** levelDifference is the level of each vessel above that of the reference, mm. */
export function levelDifference({ level }: LineReading, vessels: readonly Vessel[]): (number | null)[] {
  const index = vessels.findIndex((one) => one.reference);
  return index < 0 ? level.map(() => null) : relativeTo(level, index);
}

/** vesselSeries are the settlements of the vessels over time. */
export function vesselSeries(
  { vessels, readings }: LevelLine,
  chosen: readonly number[],
  { reference, interval, unit, decimals }: { reference: number; interval: number; unit: string; decimals: number },
): ProcessSeries[] {
  const gaps = findGaps(
    readings.map(({ t }) => t),
    interval * 1000,
  );
  return vessels.flatMap(({ id, name }, i) =>
    chosen.includes(id)
      ? [
          {
            ...{ key: `vessel:${id}`, name, unit, decimals, gaps, abnormal: [], color: i },
            samples: readings.map((one) => [one.t, relativeTo(one.settlement, reference)[i] ?? null] as const),
          },
        ]
      : [],
  );
}

/** The most vessels with a curve over time. */
export const mostVessels = 11;

/** vesselsShown are the chosen vessels, or the five that settled most. */
export function vesselsShown(line: LevelLine, chosen: readonly number[], last: LineReading | undefined): number[] {
  const there = line.vessels.map(({ id }) => id);
  const asked = chosen.filter((id) => there.includes(id)).slice(0, mostVessels);
  if (asked.length > 0) return asked;
  const size = (id: number) => Math.abs(last?.settlement[there.indexOf(id)] ?? 0);
  const most = [...there].sort((a, b) => size(b) - size(a)).slice(0, 5);
  return there.filter((id) => most.includes(id));
}

/** lineTable is the readings of a line as a table, oldest first. */
export function lineTable(
  { vessels, readings }: LevelLine,
  heads: { time: string; settlement: string; level: string; temp: string },
  timeText: (t: number) => string,
): Table {
  const parts = ['settlement', 'level', 'temp'] as const;
  const head = [heads.time, ...vessels.flatMap(({ name }) => parts.map((part) => `${name} ${heads[part]}`))];
  const rows = readings.map((one) => [
    timeText(one.t),
    ...vessels.flatMap((_, i) => parts.map((part) => String(one[part][i] ?? ''))),
  ]);
  return [head, ...rows];
}
