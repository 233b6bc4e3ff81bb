import type { components } from '@/api/schema.gen';
import { comparedTimes } from './compared-times';
import type { Table } from './table';
import type { NodeRow, ReadingRow } from './types';
import type { ViewState } from './view-state';

type Schemas = components['schemas'];
export type Survey = Schemas['Survey'];
export type SurveyNode = Schemas['SurveyNode'];

/** The raw fields of a station, in the order of its readings. */
export const probeFields = ['a0', 'a180', 'b0', 'b180'] as const;

/** Scatter of the checksums in digits above which a reading is in doubt (formulas.md section 10). */
export const mostScatter = 20;

/** counts reports whether a survey is not withdrawn. */
export const counts = (survey: Survey) => survey.withdrawals.length === 0;

/** isDoubtful reports whether the checksums of a survey scatter too much along one axis. */
export const isDoubtful = ({ a, b }: Survey) => a.doubtful || b.doubtful;

/** singles is the number of pairs of readings of which one was not taken. */
export const singles = ({ a, b }: Survey) => a.oneDirection + b.oneDirection;

/** Remarks on a survey, in display order. */
export type Remark = 'withdrawn' | 'doubtful' | 'oneDirection' | 'amended' | 'freed';

export function remarksOf(survey: Survey): Remark[] {
  return [
    ...(counts(survey) ? [] : (['withdrawn'] as const)),
    ...(isDoubtful(survey) ? (['doubtful'] as const) : []),
    ...(singles(survey) > 0 ? (['oneDirection'] as const) : []),
    ...(survey.amendments.length > 0 ? (['amended'] as const) : []),
    ...(survey.casing.length > 0 ? (['freed'] as const) : []),
  ];
}

/** stations are the nodes that were read, from the collar down. */
export const stations = ({ nodes }: Survey) => nodes.filter((node) => node.readings.some((one) => one !== null));

export type SurveyAxis = 'a' | 'b';

/** deviation is the distance of a station's checksum from the mean of the survey, digits. */
export function deviation(survey: Survey, node: SurveyNode, axis: SurveyAxis): number | null {
  const sum = axis === 'a' ? node.checksumA : node.checksumB;
  const { mean } = survey[axis];
  return sum === null || mean === null ? null : sum - mean;
}

const resultant = (x: number | null, y: number | null) => (x === null || y === null ? null : Math.hypot(x, y));
const valuesOf = (x: number | null, y: number | null) => ({ x, y, res: resultant(x, y) });

/** surveyRow is the shape of a survey, or its change, as a reading of an array. */
export function surveyRow(survey: Survey, what: 'shape' | 'change'): ReadingRow {
  return {
    t: survey.time,
    flags: survey.flags,
    values: {},
    nodes: survey.nodes.map(({ no, depth, x, y, dx, dy }) => ({
      no,
      depth,
      values: what === 'shape' ? valuesOf(x, y) : valuesOf(dx, dy),
    })),
  };
}

/** isFixedAtTop reports whether the shape of a survey begins at the collar. */
export function isFixedAtTop({ nodes }: Survey): boolean {
  const found = nodes.filter(({ x }) => x !== null);
  return found.length > 1 && found[0]?.x === 0 && found.at(-1)?.x !== 0;
}

/** The node next to the fixed end that has a value. */
function endOf(nodes: readonly NodeRow[], field: string, top: boolean): number | undefined {
  const found = nodes.filter((node) => typeof node.values[field] === 'number');
  return (top ? found[0] : found.at(-1))?.no;
}

/**
 * between is the change of a row since an earlier one. Where one reaches less far than the other, both are aligned at the
 * node next to the fixed end that both have.
 */
export function between(later: ReadingRow, earlier: ReadingRow, top: boolean): ReadingRow {
  const axis = (field: 'x' | 'y') => {
    const before = new Map(earlier.nodes.map((node) => [node.no, node.values[field] ?? null]));
    const change = new Map<number, number>();
    for (const { no, values } of later.nodes) {
      const was = before.get(no) ?? null;
      const is = values[field] ?? null;
      if (is !== null && was !== null) change.set(no, is - was);
    }
    const alike = endOf(later.nodes, field, top) === endOf(earlier.nodes, field, top);
    const shared = later.nodes.filter(({ no }) => change.has(no));
    const end = (top ? shared[0] : shared.at(-1))?.no;
    const base = alike || end === undefined ? 0 : (change.get(end) ?? 0);
    return (no: number) => {
      const found = change.get(no);
      return found === undefined ? null : found - base;
    };
  };
  const x = axis('x');
  const y = axis('y');
  return { ...later, nodes: later.nodes.map((node) => ({ ...node, values: valuesOf(x(node.no), y(node.no)) })) };
}

/**
 * aligned moves shapes that reach less far to that of the first one that reaches farthest, at the node where they begin
 * (domain views.md section 3).
 */
export function aligned(rows: readonly ReadingRow[], top: boolean): ReadingRow[] {
  const moved = (field: 'x' | 'y') => {
    const ends = rows.map(({ nodes }) => nodes.findIndex(({ no }) => no === endOf(nodes, field, top)));
    const found = ends.filter((end) => end >= 0);
    const farthest = top ? Math.min(...found) : Math.max(...found);
    const whole = rows[ends.indexOf(farthest)];
    return ends.map((end) => (end < 0 || end === farthest ? 0 : (whole?.nodes[end]?.values[field] ?? 0)));
  };
  const x = moved('x');
  const y = moved('y');
  const plus = (value: number | null | undefined, by = 0) => (value == null ? null : value + by);
  return rows.map((row, i) => ({
    ...row,
    nodes: row.nodes.map((node) => ({
      ...node,
      values: valuesOf(plus(node.values.x, x[i]), plus(node.values.y, y[i])),
    })),
  }));
}

/** perDay turns the change since an earlier row into a rate, per day. */
export function perDay(change: ReadingRow, earlier: number): ReadingRow {
  const days = (change.t - earlier) / 86_400_000;
  return {
    ...change,
    nodes: change.nodes.map((node) => ({
      ...node,
      values: Object.fromEntries(
        Object.entries(node.values).map(([name, v]) => [name, v === null || !(days > 0) ? null : v / days]),
      ),
    })),
  };
}

/** surveyTimes are the surveys that count, and those of them that are compared; the one before is that of the last visit. */
export function surveyTimes(list: readonly Survey[], state: Pick<ViewState, 'times' | 'at' | 'base'>) {
  const surveys = list.filter(counts);
  const all = surveys.map(({ time }) => time);
  const times = comparedTimes(all, state, 0);
  const before = times.current === null ? null : (all[all.indexOf(times.current) - 1] ?? null);
  return { surveys, all, times: { ...times, before } };
}

export interface SurveyHeads {
  time: string;
  depth: string;
  readings: readonly string[];
  checksums: readonly [string, string];
  shape: readonly [string, string];
  change: readonly [string, string];
  remarks: string;
}

/** surveysTable is every station of the surveys as a table, oldest first. */
export function surveysTable(
  surveys: readonly Survey[],
  heads: SurveyHeads,
  timeText: (t: number) => string,
  remarks: (survey: Survey) => string,
): Table {
  const number = (value: number | null) => (value === null ? '' : String(Math.round(value * 1e6) / 1e6));
  return [
    [heads.time, heads.depth, ...heads.readings, ...heads.checksums, ...heads.shape, ...heads.change, heads.remarks],
    ...surveys.flatMap((survey) =>
      stations(survey).map((node) => [
        timeText(survey.time),
        ...[node.depth, ...node.readings, node.checksumA, node.checksumB].map(number),
        ...[node.x, node.y, node.dx, node.dy].map(number),
        remarks(survey),
      ]),
    ),
  ];
}
