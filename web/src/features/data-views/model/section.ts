import type { Label } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { LevelSet, Threshold } from '@/entities/chart/threshold-lines';
import { seriesAnswer } from './adapt';
import { slavesShown, toggled } from './master';
import { curves, unitOf } from './process-model';
import type { ProcessParts, ProcessRecipe, ViewTexts } from './process-picture';
import { thresholdOf } from './profile-rows';
import type { Table } from './table';
import type { FieldInfo, PointState, SeriesAnswer, ValueType } from './types';

type Schemas = components['schemas'];

/** The values of sections, one page each. */
export type SectionKind = 'convergence' | 'chord' | 'settlement' | 'offset';

/** A prism, or a pair of prisms. */
export interface Member {
  id: number;
  name: string;
  section: string;
  /** m along the structure; null if not known. */
  chainage: number | null;
  /** Ids of the points with its coordinates. */
  prisms: readonly number[];
  point: PointState | undefined;
  /** Values at the compared times. */
  at: readonly { t: number; value: number | null }[];
  /** Undefined in other sections. */
  answer: SeriesAnswer | undefined;
}

/** A prism in its section. */
export interface PrismPlace {
  id: number;
  name: string;
  /** m: across the section to the right, and up. */
  x: number;
  y: number;
}

export interface SectionAnswer {
  section: string;
  sections: readonly { name: string; count: number }[];
  members: readonly Member[];
  /** Those of the section, which have curves. */
  charted: readonly (Member & { answer: SeriesAnswer })[];
  /** The compared times that the values of members belong to. */
  times: readonly number[];
  prisms: readonly PrismPlace[];
}

/** sectionRecipe: one field; the length of a chord itself comes before its change. */
export function sectionRecipe(kind: SectionKind, { noInitial }: Pick<PointState, 'noInitial'>): ProcessRecipe {
  const changes = ['accumulated', 'change', 'rate'] as const;
  const types = kind === 'chord' ? (['observed', 'accumulated'] as const) : changes;
  return {
    fields: [kind],
    right: [],
    nodes: [],
    stacked: false,
    types: noInitial ? ['observed'] : types,
    dashed: [],
  };
}

/** Changes of a chord are shown in mm. */
const mmOfM = 1000;

const ofLevels = (levels: LevelSet): LevelSet => {
  const scaled = (value: number | null) => (value === null ? null : value * mmOfM);
  return {
    ...{ blue: scaled(levels.blue), yellow: scaled(levels.yellow) },
    ...{ orange: scaled(levels.orange), red: scaled(levels.red) },
  };
};

const ofThreshold = (threshold: Threshold): Threshold => ({
  ...threshold,
  ...ofLevels(threshold),
  ...(threshold.lower ? { lower: ofLevels(threshold.lower) } : {}),
  ...(threshold.reference === undefined ? {} : { reference: threshold.reference * mmOfM }),
});

/** inMillimeters converts a series of lengths in m. */
export function inMillimeters(answer: SeriesAnswer): SeriesAnswer {
  const moment = <T extends { value: number } | null>(one: T): T => (one ? { ...one, value: one.value * mmOfM } : one);
  return {
    ...answer,
    fields: answer.fields.map((one) => ({ ...one, unit: 'mm', decimals: 2 })),
    series: answer.series.map((one) => ({
      ...one,
      samples: one.samples.map(([t, v]) => [t, v === null ? null : v * mmOfM] as const),
      abnormal: one.abnormal.map((reading) => ({ ...reading, value: reading.value * mmOfM })),
      statistics: {
        ...one.statistics,
        min: moment(one.statistics.min),
        max: moment(one.statistics.max),
        mean: one.statistics.mean === null ? null : one.statistics.mean * mmOfM,
      },
    })),
    thresholds: answer.thresholds.map(ofThreshold),
  };
}

/** sectionAnswer names the members of sections, and puts the prisms into the plane of the section. */
export function sectionAnswer(
  found: Schemas['Section'],
  points: readonly PointState[],
  say: (label: Label) => string,
  times: readonly number[] = [],
): SectionAnswer {
  const byId = new Map(points.map((point) => [point.id, point]));
  const members = found.members.map((one): Member => {
    const chart = one.chart && seriesAnswer(one.chart, say);
    const long = chart && chart.fields[0]?.unit === 'm' && one.chart?.valueType !== 'observed';
    return {
      id: one.measuringPointId,
      name: byId.get(one.measuringPointId)?.name ?? String(one.measuringPointId),
      section: one.section,
      chainage: one.chainage,
      prisms: one.prisms,
      point: byId.get(one.measuringPointId),
      at: one.at.map(({ time, value }) => ({ t: time, value: time === 0 ? null : value })),
      answer: long ? inMillimeters(chart) : chart,
    };
  });
  const names = [...new Set(members.map((one) => one.section))];
  return {
    times,
    section: found.section,
    sections: names.map((name) => ({ name, count: members.filter((one) => one.section === name).length })),
    members,
    charted: members.flatMap((one) => (one.answer ? [{ ...one, answer: one.answer }] : [])),
    prisms: planeOf(
      found.prisms.map((one) => ({
        ...one,
        name: byId.get(one.measuringPointId)?.name ?? String(one.measuringPointId),
      })),
    ),
  };
}

/**
 * planeOf puts prisms into the vertical plane in which they lie: x along the direction of their largest horizontal
 * spread, to the east or else to the north, from their middle; y is the elevation. Prisms without coordinates are left out.
 */
export function planeOf(prisms: readonly (Schemas['Prism'] & { name: string })[]): PrismPlace[] {
  const known = prisms.flatMap(({ measuringPointId: id, name, northing: n, easting: e, elevation: y }) =>
    n === null || e === null || y === null ? [] : [{ id, name, n, e, y }],
  );
  const mean = (of: (one: (typeof known)[number]) => number) =>
    known.reduce((sum, one) => sum + of(one), 0) / Math.max(1, known.length);
  const [n0, e0] = [mean((one) => one.n), mean((one) => one.e)];
  const sum = (of: (n: number, e: number) => number) => known.reduce((all, one) => all + of(one.n - n0, one.e - e0), 0);
  const angle =
    Math.atan2(
      2 * sum((n, e) => n * e),
      sum((n, e) => e * e - n * n),
    ) / 2; // from east toward north
  const [toEast, toNorth] = [Math.cos(angle), Math.sin(angle)];
  const turn = toEast < -1e-9 || (Math.abs(toEast) <= 1e-9 && toNorth < 0) ? -1 : 1;
  return known.map(({ id, name, n, e, y }) => ({
    ...{ id, name, y },
    x: turn * ((e - e0) * toEast + (n - n0) * toNorth),
  }));
}

/** The charted members that the address shows. */
export const membersShown = (answer: SectionAnswer, chosen: readonly number[]) => slavesShown(answer.charted, chosen);

/** memberToggled is the list for the address after one member is switched. */
export const memberToggled = (answer: SectionAnswer, chosen: readonly number[], id: number) =>
  toggled(answer.charted, chosen, id);

/** The last value of a charted member. */
export function lastOf(member: Member): number | null {
  return member.answer?.series[0]?.samples.at(-1)?.[1] ?? null;
}

interface Source {
  answer: SectionAnswer;
  /** Every reading of the part in view. */
  detail: SectionAnswer | null;
  chosen: readonly number[];
  valueType: ValueType;
  point: Pick<PointState, 'id'>;
  configs: ChartConfigs;
}

/** The color of a member, an index in the palette: its place in the section. */
export const colorOf = (answer: SectionAnswer, id: number) => answer.charted.findIndex((one) => one.id === id);

/** sectionParts draws the members of a section in one plot; that of the page is bold. */
export function sectionParts(
  { answer, detail, chosen, valueType, point, configs }: Source,
  t: ViewTexts,
): ProcessParts {
  const shown = membersShown(answer, chosen);
  const series = shown.flatMap((member) => {
    const fine = detail?.charted.find((one) => one.id === member.id)?.answer ?? null;
    return curves(member.answer, fine, valueType, () => '', new Set())
      .slice(0, 1)
      .map((one) => ({
        ...one,
        key: `${one.key}:${member.id}`,
        name: member.name,
        color: colorOf(answer, member.id),
        decimals: configs.decimals ?? one.decimals,
        ...(member.id === point.id ? { width: 2.2 } : {}),
      }));
  });
  const own = shown.find((one) => one.id === point.id) ?? shown[0];
  const field = own?.answer.fields[0];
  return {
    plots: [
      {
        axisName: `${field?.label ?? ''}·${t(`common:valueType.${valueType}`)}`,
        series,
        threshold:
          valueType === 'change' ? null : thresholdOf(own?.answer.thresholds ?? [], field?.name ?? '', valueType),
        level: null,
      },
    ],
    right: [],
    all: series,
  };
}

/** The field of a section, as its curves have it. */
export function fieldOf(answer: SectionAnswer): FieldInfo | undefined {
  return answer.charted[0]?.answer.fields[0];
}

/** positionOf is the place of a prism in its section by the end of its name: A for DM1-A. */
export function positionOf(name: string): string {
  return name.split(/[-_·#\s]/).at(-1) || name;
}

/** The positions that more than one section has, in the order of the first section. */
export function positionsOf(members: readonly Member[]): string[] {
  const sections = new Map<string, Set<string>>();
  for (const { name, section } of members) {
    const position = positionOf(name);
    sections.set(position, (sections.get(position) ?? new Set()).add(section));
  }
  return [...sections].flatMap(([position, of]) => (of.size > 1 ? [position] : []));
}

/** A line along the structure: the members at one position of each section, by chainage. */
export interface Along {
  members: readonly Member[];
  /** Place on the axis: m, or the number of the section where a chainage is not known. */
  places: readonly number[];
  metric: boolean;
  curves: readonly { t: number; values: readonly (number | null)[] }[];
  unit: string;
  decimals: number;
  label: string;
  threshold: Threshold | null;
}

/** alongSections is the longitudinal profile at the compared times. position null draws all members. */
export function alongSections(
  answer: SectionAnswer,
  times: readonly number[],
  position: string | null,
  valueType: ValueType,
  threshold: Threshold | null,
): Along {
  const members = answer.members.filter((one) => position === null || positionOf(one.name) === position);
  const metric = members.length > 0 && members.every((one) => one.chainage !== null);
  const field = fieldOf(answer);
  return {
    members,
    metric,
    places: members.map((one, i) => (metric && one.chainage !== null ? one.chainage : i + 1)),
    curves: times.flatMap((t) => {
      const i = answer.times.indexOf(t);
      return i < 0 ? [] : [{ t, values: members.map((one) => one.at[i]?.value ?? null) }];
    }),
    unit: field ? unitOf(field, valueType) : '',
    decimals: field?.decimals ?? 2,
    label: field?.label ?? '',
    threshold,
  };
}

/** sectionTable is the readings of the members of a section as a table, one row for each time. */
export function sectionTable(
  parts: readonly SectionAnswer[],
  { time, type, valueType }: { time: string; type: string; valueType: ValueType },
  timeText: (t: number) => string,
): Table {
  const members = parts[0]?.charted ?? [];
  const values = members.map(({ id }) => {
    const own = new Map<number, number | null>();
    for (const part of parts)
      for (const [t, v] of part.charted.find((one) => one.id === id)?.answer.series[0]?.samples ?? []) own.set(t, v);
    return own;
  });
  const times = [...new Set(values.flatMap((own) => [...own.keys()]))].sort((a, b) => a - b);
  const field = parts[0] && fieldOf(parts[0]);
  const what = field ? `${field.label} ${type} ${unitOf(field, valueType)}` : '';
  return [
    [time, ...members.map(({ name }) => `${name} ${what}`.trim())],
    ...times.map((t) => [timeText(t), ...values.map((own) => String(own.get(t) ?? ''))]),
  ];
}
