import type { Label } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import type { ChartConfigs } from '@/entities/chart/chart-settings';
import type { Sample } from '@/entities/chart/gaps';
import type { ProcessSeries } from '@/entities/chart/process-chart';
import { seriesAnswer } from './adapt';
import { curves, unitOf } from './process-model';
import type { ProcessParts, ViewTexts } from './process-picture';
import { thresholdOf } from './profile-rows';
import type { Table } from './table';
import type { FieldInfo, PointState, SeriesAnswer, ValueType } from './types';

type Schemas = components['schemas'];

/** A value of a sub-point that a composite point is computed from. */
export interface Slave {
  key: string;
  /** Its point, which switches all its values on and off. */
  id: number;
  name: string;
  field: FieldInfo;
  node: number;
  /** Undefined if the tree does not have it. */
  point: PointState | undefined;
  /** Index in the palette. */
  color: number;
  /** Read less often than the formula looks for its readings: the composite point lacks it in between. */
  slow: boolean;
}

/** slavesOf names the sub-points. A sub-point with several values is named with their fields. */
export function slavesOf(
  list: readonly Schemas['MasterSlave'][],
  points: readonly PointState[],
  say: (label: Label) => string,
): Slave[] {
  const byId = new Map(points.map((point) => [point.id, point]));
  return list.map(({ measuringPointId: id, column, interval, within }, i) => {
    const point = byId.get(id);
    const label = say(column.label) || column.field;
    const several = list.filter((one) => one.measuringPointId === id).length > 1;
    const unit = column.valueType === 'rate' ? column.unit.replace(/\/d$/, '') : column.unit;
    return {
      key: `${id}:${column.field}:${column.node}`,
      id,
      name: `${point?.name ?? id}${several ? ` ${label}` : ''}`,
      field: { name: column.field, label, unit, decimals: column.decimals, valueTypes: [] },
      node: column.node,
      point,
      color: i + 1,
      slow: interval > within,
    };
  });
}

/** A composite point and its sub-points over time. */
export interface MasterAnswer {
  answer: SeriesAnswer;
  slaves: readonly Slave[];
  /** In the order of the sub-points. */
  answers: readonly SeriesAnswer[];
  /** Readings that lack a sub-point, and how many there are. */
  partial: readonly Sample[];
  partials: number;
}

/** masterAnswer converts the series of monitor/master. */
export function masterAnswer(
  master: Schemas['Master'],
  points: readonly PointState[],
  say: (label: Label) => string,
): MasterAnswer | null {
  if (!master.chart) return null;
  const answers = master.slaves.map(({ chart }) => chart && seriesAnswer(chart, say));
  return {
    answer: {
      ...seriesAnswer(master.chart, say),
      reduced: [master.chart, ...master.slaves.map(({ chart }) => chart)].some((one) =>
        one?.series.some(({ reduced }) => reduced),
      ),
    },
    slaves: slavesOf(master.slaves, points, say),
    answers: answers.flatMap((one) => one ?? []),
    partial: master.partial.map(({ time, value }) => [time, value] as const),
    partials: master.partials,
  };
}

/** Width of the curves in pixels. */
const bold = 2.4;
const thin = 1.1;

/** The sub-points that the address shows; it names none to show all, and 0 to show none. */
export function slavesShown<T extends Pick<Slave, 'id'>>(slaves: readonly T[], chosen: readonly number[]): T[] {
  return chosen.length === 0 ? [...slaves] : slaves.filter(({ id }) => chosen.includes(id));
}

/** toggled is the list for the address after one sub-point is switched. */
export function toggled(slaves: readonly Pick<Slave, 'id'>[], chosen: readonly number[], id: number): number[] {
  const all = [...new Set(slaves.map((one) => one.id))];
  const shown = new Set(slavesShown(slaves, chosen).map((one) => one.id));
  if (!shown.delete(id)) shown.add(id);
  const next = all.filter((one) => shown.has(one));
  if (next.length === all.length) return [];
  return next.length === 0 ? [0] : next;
}

/** unitsOf are the units of the two axes: that of the composite point, and the first other one of the sub-points. */
export function unitsOf({ answer, slaves }: MasterAnswer): [string, string | null] {
  const left = answer.fields[0]?.unit ?? '';
  return [left, slaves.find(({ field }) => field.unit !== left)?.field.unit ?? null];
}

interface Source {
  master: MasterAnswer;
  /** Every reading of the part in view. */
  detail: MasterAnswer | null;
  chosen: readonly number[];
  valueType: ValueType;
  point: Pick<PointState, 'name' | 'field' | 'level'>;
  configs: ChartConfigs;
}

/** masterParts draws a composite point bold and its sub-points thin; those of another unit have the right axis. */
export function masterParts({ master, detail, chosen, valueType, point, configs }: Source, t: ViewTexts): ProcessParts {
  const { answer, slaves, answers, partial } = master;
  const exact = (one: ProcessSeries) => ({ ...one, decimals: configs.decimals ?? one.decimals });
  const own = curves(answer, detail?.answer ?? null, valueType, t, new Set())
    .slice(0, 1)
    .map((one) => ({ ...exact(one), name: point.name, width: bold, color: 0, diamonds: partial }));
  const [leftUnit, rightUnit] = unitsOf(master);
  const shown = slavesShown(slaves, chosen);
  const subs = slaves.flatMap((slave, i) => {
    const of = answers[i];
    if (!of || !shown.includes(slave)) return [];
    const fine = detail?.slaves.findIndex(({ key }) => key === slave.key) ?? -1;
    return curves(of, detail?.answers[fine] ?? null, valueType, t, new Set())
      .slice(0, 1)
      .map((one) => ({ slave, curve: { ...one, key: slave.key, name: slave.name, width: thin, color: slave.color } }));
  });
  const ofUnit = (unit: string | null) =>
    subs.filter(({ slave }) => slave.field.unit === unit).map(({ curve }) => curve);
  const right = ofUnit(rightUnit);
  const field = answer.fields[0];
  const others = slaves.filter((one) => one.field.unit === rightUnit);
  return {
    plots: [
      {
        axisName: `${field?.label ?? ''}·${t(`common:valueType.${valueType}`)}`,
        series: [...own, ...ofUnit(leftUnit)],
        threshold: valueType === 'change' ? null : thresholdOf(answer.thresholds, field?.name ?? '', valueType),
        level: field?.name === point.field?.name ? point.level : null,
      },
    ],
    right,
    ...(others[0] ? { rightName: others[0].field.label } : {}),
    all: [...own, ...ofUnit(leftUnit), ...right],
  };
}

/** A reading of a composite point in its table. */
export interface MasterRow {
  t: number;
  flags: readonly string[];
  values: readonly (number | null)[];
  slaves: readonly { t: number; value: number | null; used: boolean }[];
}

/** The readings of a composite point as one page of a table. */
export interface MasterTable {
  columns: readonly FieldInfo[];
  slaves: readonly Slave[];
  tolerance: number;
  rows: readonly MasterRow[];
  total: number;
}

/** masterTable converts a page of monitor/master. */
export function masterTable(
  master: Schemas['Master'],
  points: readonly PointState[],
  say: (label: Label) => string,
): MasterTable {
  return {
    columns: master.columns.map(({ field, label, unit, decimals, valueType }) => ({
      name: field,
      label: say(label) || field,
      unit: valueType === 'rate' ? unit.replace(/\/d$/, '') : unit,
      decimals,
      valueTypes: [],
    })),
    slaves: slavesOf(master.slaves, points, say),
    tolerance: master.tolerance,
    rows: master.list.map(({ time, flags, values, slaves }) => ({
      t: time,
      flags,
      values,
      slaves: slaves.map((one) => ({ t: one.time, value: one.value, used: one.used })),
    })),
    total: master.total,
  };
}

/** masterFile is the readings of a composite point with those of its sub-points as a table. */
export function masterFile(
  { columns, slaves, rows }: MasterTable,
  words: { time: string; flags: string; type: string; flag: (name: string) => string },
  valueType: ValueType,
  timeText: (t: number) => string,
): Table {
  const head = (name: string, field: FieldInfo) => `${name} ${words.type} ${unitOf(field, valueType)}`.trim();
  return [
    [
      words.time,
      ...columns.map((one) => head(one.label, one)),
      ...slaves.map(({ name, field }) => head(name, field)),
      words.flags,
    ],
    ...rows.map((row) => [
      timeText(row.t),
      ...row.values.map((value) => String(value ?? '')),
      ...row.slaves.map(({ value }) => String(value ?? '')),
      row.flags.map(words.flag).join('; '),
    ]),
  ];
}
