import type { components } from '@/api/schema.gen';
import { comparedTimes, mostCompared } from './compared-times';
import type { Table } from './table';
import type { ViewState } from './view-state';

type Schemas = components['schemas'];
export type PipeSurvey = Schemas['PipeSurvey'];
export type PipeNode = Schemas['PipeNode'];

/** counts reports whether a survey has a result and is not withdrawn. */
export const pipeCounts = (survey: PipeSurvey) => survey.withdrawals.length === 0 && survey.reason === '';

/** pipeTimes are the surveys that count, and those of them that are compared. */
export function pipeTimes(list: readonly PipeSurvey[], state: Pick<ViewState, 'times' | 'at'>) {
  const surveys = list.filter(pipeCounts);
  const all = surveys.map(({ time }) => time);
  return { surveys, all, times: { ...comparedTimes(all, { ...state, base: null }, 0), before: null } };
}

/** chosenPipe is the survey of the address, or else the newest that counts. */
export function chosenPipe(list: readonly PipeSurvey[], at: number | null): PipeSurvey | null {
  return list.find(({ time }) => time === at) ?? list.findLast(pipeCounts) ?? list.at(-1) ?? null;
}

/** farthest is the node where a number is largest in size; null where none has it. */
export function farthest(nodes: readonly PipeNode[], of: (node: PipeNode) => number | null): PipeNode | null {
  return nodes.reduce<PipeNode | null>((most, node) => {
    const value = of(node);
    return value !== null && (most === null || Math.abs(value) > Math.abs(of(most) ?? 0)) ? node : most;
  }, null);
}

/** tightest is the node with the smallest bend radius; null on a straight pipe. */
export function tightest(nodes: readonly PipeNode[]): PipeNode | null {
  return nodes.reduce<PipeNode | null>(
    (least, node) => (node.radius !== null && node.radius < (least?.radius ?? Number.POSITIVE_INFINITY) ? node : least),
    null,
  );
}

/** Surveys next to each other: the node of each at every chainage, null where it has none. */
export interface ComparedPipes {
  surveys: PipeSurvey[];
  rows: { chainage: number; nodes: (PipeNode | null)[] }[];
}

/** comparedPipes puts the chosen surveys that count next to each other; surveys of other steps have other chainages. */
export function comparedPipes(list: readonly PipeSurvey[], times: readonly number[]): ComparedPipes {
  const surveys = list.filter((one) => pipeCounts(one) && times.includes(one.time)).slice(-mostCompared);
  const rows = new Map<string, ComparedPipes['rows'][number]>();
  surveys.forEach((survey, i) => {
    for (const node of survey.nodes) {
      const key = node.chainage.toFixed(2);
      const row = rows.get(key) ?? { chainage: node.chainage, nodes: surveys.map(() => null) };
      row.nodes[i] = node;
      rows.set(key, row);
    }
  });
  return { surveys, rows: [...rows.values()].sort((a, b) => a.chainage - b.chainage) };
}

/** What is compared at each chainage. */
export const comparedColumns = [
  { key: 'dh', unit: 'mm', decimals: 2 },
  { key: 'dz', unit: 'mm', decimals: 2 },
] as const;

/** comparedTable is the comparison as a table. */
export function comparedTable({ rows }: ComparedPipes, heads: readonly string[]): Table {
  return [
    [...heads],
    ...rows.map(({ chainage, nodes }) => [
      String(chainage),
      ...nodes.flatMap((node) => comparedColumns.map(({ key, decimals }) => node?.[key]?.toFixed(decimals) ?? '')),
    ]),
  ];
}

/** The columns of stations, in the order of tables and files. */
export const stationColumns = [
  { key: 'n', unit: 'm', decimals: 4 },
  { key: 'e', unit: 'm', decimals: 4 },
  { key: 'z', unit: 'm', decimals: 4 },
  { key: 'depth', unit: 'm', decimals: 3 },
  { key: 'dh', unit: 'mm', decimals: 2 },
  { key: 'dz', unit: 'mm', decimals: 2 },
  { key: 'radius', unit: 'm', decimals: 0 },
] as const;

/** pipesTable is every station of the surveys as a table, oldest first. */
export function pipesTable(
  surveys: readonly PipeSurvey[],
  heads: readonly string[],
  timeText: (t: number) => string,
): Table {
  return [
    [...heads],
    ...surveys.flatMap(({ time, nodes }) =>
      nodes.map((node) => [
        timeText(time),
        String(node.chainage),
        ...stationColumns.map(({ key, decimals }) => node[key]?.toFixed(decimals) ?? ''),
      ]),
    ),
  ];
}
