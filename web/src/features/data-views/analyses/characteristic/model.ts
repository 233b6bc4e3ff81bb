import type { Label } from '@/api/catalog';
import { formatNumber } from '@/ui/format/number';
import { placeKey } from '../../model/node-name';
import type { Table } from '../../model/table';
import type { FieldInfo, PointState, ValueType } from '../../model/types';
import type { PointCharacteristics } from '../../queries/characteristic';

/** The most points of one answer. */
export const mostPoints = 100;

/** comparable are the points of the project that measure the same, the point itself first. */
export function comparable(points: readonly PointState[], point: PointState): PointState[] {
  return [point, ...points.filter((one) => one.id !== point.id && one.measurement === point.measurement)];
}

const kinds = ['observed', 'accumulated', 'rate'] as const;

/** characterizedTypes are the value types of fields, in their usual order. */
export function characterizedTypes(fields: readonly FieldInfo[]): ValueType[] {
  return kinds.filter((kind) => kind === 'observed' || fields.some((one) => one.valueTypes.includes(kind)));
}

type Characteristic = PointCharacteristics['columns'][number];

/** A column of a point, or all nodes of a field. */
export interface Line extends Characteristic {
  key: string;
  name: string;
  label: string;
  all: boolean;
  readings: number;
  missing: number | null;
}

/** lines are the rows of the table: of each point the fields over all nodes, then its columns. */
export function lines(
  list: readonly PointCharacteristics[],
  nameOf: (id: number) => string,
  say: (label: Label) => string,
): Line[] {
  return list.flatMap((one) => {
    const shared = { name: nameOf(one.measuringPointId), readings: one.readings, missing: one.missing };
    const line = (all: boolean) => (c: Characteristic) => ({
      ...{ ...c, ...shared, all, label: say(c.column.label) || c.column.field },
      key: `${one.measuringPointId} ${all} ${c.column.field} ${placeKey({ ...c.column, old: c.column.old ?? false })}`,
    });
    return [...one.allNodes.map(line(true)), ...one.columns.map(line(false))];
  });
}

const plain = (value: number | null | undefined, decimals: number) =>
  value === null || value === undefined ? '' : value.toFixed(decimals);

/** linesTable is the file of the rows. */
export function linesTable(
  rows: readonly Line[],
  heads: readonly string[],
  nodeOf: (line: Line) => string,
  timeOf: (time: number) => string,
): Table {
  return [
    heads,
    ...rows.map((row) => {
      const { decimals, unit } = row.column;
      const moment = (one: { time: number; value: number | null } | undefined) =>
        one ? [plain(one.value, decimals), timeOf(one.time)] : ['', ''];
      return [
        ...[row.name, row.label, nodeOf(row), unit, String(row.count), row.missing === null ? '' : String(row.missing)],
        ...[...moment(row.max), ...moment(row.min), plain(row.mean, decimals), plain(row.deviation, decimals + 1)],
        ...[plain(row.range, decimals), ...moment(row.first), ...moment(row.last), plain(row.difference, decimals)],
      ];
    }),
  ];
}

/** numberOf is a number in the table. */
export const numberOf = (value: number | null | undefined, decimals: number) =>
  value === null || value === undefined ? '—' : formatNumber(value, decimals);
