import type { Label } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { tallyMark } from '@/entities/alert/mark';
import type { Threshold } from '@/entities/chart/threshold-lines';
import type { Explanation } from '@/entities/explain/types';
import type { ReadingPage } from './reading-page';
import type { PointState, ReadingRow, SeriesAnswer, TreeBranch } from './types';

type Schemas = components['schemas'];
type Say = (label: Label) => string;

/** thresholdOfApi converts a threshold of the API for charts. */
export function thresholdOfApi(row: Schemas['AlarmThreshold']): Threshold {
  const [from, to] = row.nodeRange ?? [];
  return {
    field: row.field,
    valueType: row.valueType as Threshold['valueType'],
    blue: row.blue,
    yellow: row.yellow,
    orange: row.orange,
    red: row.red,
    direction: (row.direction ?? 'both') as 'both',
    lower: row.lower ?? null,
    nodeRange: from !== undefined && to !== undefined ? [from, to] : null,
    reference: row.reference ?? 0,
    enable: row.enable,
  };
}

/** seriesAnswer converts the response of monitor/query. */
export function seriesAnswer(chart: Schemas['Chart'], say: Say): SeriesAnswer {
  const fields = new Map<string, SeriesAnswer['fields'][number]>();
  const series = chart.series.map((one) => {
    if (!fields.has(one.field)) {
      // A rate's unit already includes "per day"; that of the field does not.
      const unit = one.valueType === 'rate' ? one.unit.replace(/\/d$/, '') : one.unit;
      fields.set(one.field, {
        name: one.field,
        label: say(one.label),
        unit,
        decimals: one.decimals,
        valueTypes: [],
      });
    }
    const abnormal = chart.abnormal.filter(
      (a) => a.field === one.field && a.node === one.node && a.depth === one.depth,
    );
    const moment = (m: Schemas['Moment'] | undefined | null) =>
      m && m.value !== null ? { t: m.time, value: m.value } : null;
    return {
      field: one.field,
      node: one.node,
      depth: one.depth,
      old: one.old ?? false,
      samples: one.times.map((t, i) => [t, one.values[i] ?? null] as const),
      gaps: chart.gaps,
      abnormal: abnormal.flatMap((a) => (a.value === null ? [] : [{ t: a.time, value: a.value }])),
      flags: new Map(abnormal.map((a) => [a.time, a.flags])),
      statistics: {
        count: one.statistics.count,
        abnormal: one.statistics.abnormal,
        completeness: chart.completeness,
        min: moment(one.statistics.min),
        max: moment(one.statistics.max),
        mean: one.statistics.mean,
      },
    };
  });
  return {
    start: chart.start,
    end: chart.end,
    first: chart.first > 0 ? chart.first : null,
    fields: [...fields.values()],
    series,
    marks: chart.marks.map((m) => ({ t: m.time, kind: m.kind, id: m.id, note: m.note })),
    thresholds: chart.thresholds.map(thresholdOfApi),
    ranges: chart.ranges,
    reduced: chart.series.some((one) => one.reduced),
  };
}

/** readingPage converts a page of monitor/pagination. `main` is explained for a raw column without its own result. */
export function readingPage(table: Schemas['Table'], say: Say, main: string): ReadingPage {
  return {
    columns: table.columns.map((c) => ({
      field: c.field,
      explains: c.valueType === 'raw' ? main : c.field,
      node: c.node,
      depth: c.depth,
      old: c.old ?? false,
      valueType: c.valueType,
      label: say(c.label) || c.field,
      unit: c.unit,
      decimals: c.decimals,
      segment: c.perSegment ?? false,
    })),
    rows: table.list.map((row) => ({ time: row.time, flags: row.flags, values: row.values })),
    total: table.total,
    ranges: table.ranges,
  };
}

/**
 * wholeReading groups the first row of a table by node, for a profile. If a field comes both as change and as observed
 * value, the change is used.
 */
export function wholeReading(table: Schemas['Table']): ReadingRow | null {
  const row = table.list[0];
  if (!row) return null;
  const values: Record<string, number | null> = {};
  const nodes = new Map<number, { no: number; depth: number | null; values: Record<string, number | null> }>();
  const taken = new Set<string>();
  table.columns.forEach((column, i) => {
    const key = `${column.field}:${column.node}`;
    if (column.valueType !== 'accumulated' && taken.has(key)) return;
    taken.add(key);
    const value = row.values[i] ?? null;
    if (column.depth === null && column.node === 0) {
      values[column.field] = value;
      return;
    }
    const node = nodes.get(column.node) ?? { no: column.node, depth: column.depth, values: {} };
    node.values[column.field] = value;
    nodes.set(column.node, node);
  });
  return { t: row.time, flags: row.flags, values, nodes: [...nodes.values()] };
}

interface Catalog {
  measurements: readonly Schemas['CatalogueMeasurement'][];
}

/** pointState joins a point of the overview with its catalog entries. */
export function pointState(point: Schemas['OverviewPoint'], catalog: Catalog, say: Say): PointState {
  const measurement = catalog.measurements.find((m) => m.code === point.measurement);
  const attribute = measurement?.fields.find((f) => f.name === point.field);
  // The observed value is shown while a change cannot be computed yet; some quantities have none, and say so.
  const noInitial =
    measurement?.mainValueType === 'accumulated' &&
    point.accumulated === null &&
    (point.observed !== null || point.noInitial === true);
  return {
    id: point.measuringPointId,
    projectId: point.projectId,
    name: point.name,
    structureId: point.structureId,
    itemId: point.itemId,
    measurement: point.measurement,
    category: point.category,
    kind: '',
    level: point.level,
    judgement: point.judgement,
    judgedBy: point.judgedBy,
    held: point.held,
    time: point.time > 0 ? point.time : null,
    interval: Math.round(point.interval / 1000),
    field:
      point.field === ''
        ? null
        : {
            name: point.field,
            label: attribute ? say(attribute.label) : point.field,
            unit: attribute?.unit ?? point.unit,
            decimals: point.decimals,
            valueTypes: attribute?.valueTypes ?? [],
          },
    main: point.valueType === 'observed' || point.valueType === 'rate' ? point.valueType : 'accumulated',
    noInitial,
    observed: point.observed,
    accumulated: point.accumulated,
    rate: point.rate,
    share: point.share,
    node: isOfNode(point) && point.time > 0 ? { no: point.node, depth: null } : null,
    flags: point.flags,
    health: 'normal',
    pages: point.pages,
  };
}

/** isOfNode reports whether a value is that of a node. The first node of an array is 0, as points without nodes have. */
const isOfNode = ({ node, value, pages }: Pick<Schemas['OverviewPoint'], 'node' | 'value' | 'pages'>): boolean =>
  node > 0 || (value !== null && pages.includes('adm-data'));

const unknownJudgement: PointState['judgement'] = { code: 'judged', reason: '', since: 0, fields: [] };

/** bareState returns a point of which only the place in the tree is known. */
function bareState(
  node: Schemas['TreeNode'],
  place: Pick<PointState, 'projectId' | 'structureId' | 'itemId'>,
): PointState {
  return {
    ...place,
    id: node.id,
    name: node.name,
    measurement: node.measurement,
    category: node.type,
    kind: node.pointKind,
    level: node.level,
    judgement: node.judgement ?? unknownJudgement,
    judgedBy: undefined,
    held: undefined,
    time: node.lastReading > 0 ? node.lastReading : null,
    interval: 0,
    field: null,
    main: 'observed',
    noInitial: false,
    observed: null,
    accumulated: null,
    rate: null,
    share: null,
    node: null,
    flags: [],
    health: 'normal',
    pages: [],
  };
}

/** treeOf lays the values of the overview into the tree of the project. */
export function treeOf(
  nodes: readonly Schemas['TreeNode'][],
  points: ReadonlyMap<number, PointState>,
  projectId: number,
  structureId = 0,
  itemId = 0,
): TreeBranch[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'point') return [];
    const own = node.kind === 'structure' ? node.id : structureId;
    const inside = node.kind === 'item' ? node.id : itemId;
    return [
      {
        kind: node.kind,
        id: node.id,
        structureId: own,
        name: node.name,
        level: tallyMark(node),
        branches: treeOf(node.children, points, projectId, own, inside),
        points: node.children.flatMap((child) =>
          child.kind === 'point'
            ? (points.get(child.id) ?? bareState(child, { projectId, structureId: own, itemId: inside }))
            : [],
        ),
      },
    ];
  });
}

interface Names {
  device: (id: number) => string;
  raw: (deviceId: number, field: string) => { label: string; unit: string };
  field: (name: string) => { label: string; decimals: number | undefined };
}

/** explanationOf converts the response of monitor/explain, with names instead of ids. */
export function explanationOf(e: Schemas['Explanation'], say: Say, names: Names): Explanation {
  return {
    field: e.column.field,
    label: say(e.column.label),
    unit: e.column.valueType === 'rate' ? e.column.unit.replace(/\/d$/, '') : e.column.unit,
    decimals: e.column.decimals,
    node: e.column.node,
    depth: e.column.depth,
    time: e.time,
    flags: e.flags,
    reason: e.reason,
    raw: e.raw.map((r) => ({
      device: names.device(r.deviceId),
      channel: r.channelNo,
      ...names.raw(r.deviceId, r.field),
      node: r.node,
      time: r.time,
      received: r.received,
      value: r.value,
      min: r.min,
      max: r.max,
      revisions: r.revisions.map((old) => ({ value: old.value, received: old.received })),
    })),
    versions: e.versions.map((v) => ({
      owner: v.owner === 'device' ? names.device(v.ownerId) : '',
      aspect: v.aspect,
      id: v.id,
      validFrom: v.validFrom,
      note: v.note,
    })),
    steps: e.steps.map((s) => ({
      key: s.key,
      formula: s.formula,
      inputs: s.inputs,
      ...names.field(s.field),
      value: s.value,
      unit: s.unit,
    })),
    initial: e.initial,
    initialFrom: e.initialFrom > 0 ? e.initialFrom : null,
    corrections: e.corrections.map((c) => ({
      id: c.id,
      kind: c.kind,
      from: c.from,
      to: c.to ?? 0,
      amount: c.kind === 'shift' ? (c.amount ?? 0) : null,
      ...(c.kind === 'casing' && c.values ? { values: c.values } : {}),
      note: c.note,
      recorded: c.recordedAt,
    })),
    observed: e.observed,
    accumulated: e.accumulated,
    change: e.change,
    rate: e.rate,
    verdicts: e.verdicts.map(({ threshold, ...verdict }) => ({ threshold: thresholdOfApi(threshold), ...verdict })),
  };
}
