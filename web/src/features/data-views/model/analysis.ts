import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Sample } from '@/entities/chart/gaps';
import { type CasingSettings, readCasing, writeCasing } from './casing';
import { type EnvironmentSettings, readEnvironment, writeEnvironment } from './environment';
import { formatRange, parseRange, type Range, resolveRange } from './range';
import { type RelationSettings, readRelations, writeRelations } from './relations';
import { rememberRange } from './remembered-range';
import type { FieldInfo, PointState } from './types';
import { readState, type ViewState, writeState } from './view-state';

/** The analyses of a point, in the order of their tabs, by their name in the address. */
export const methods = ['predict', 'failure', 'environment', 'relations', 'deal', 'characteristic', 'quality'] as const;
export type Method = (typeof methods)[number];

export const isMethod = (name: string | undefined): name is Method => methods.some((one) => one === name);

/** analysisPath is the address of an analysis of a point. */
export function analysisPath(
  projectId: number,
  { id, structureId }: Pick<PointState, 'id' | 'structureId'>,
  method: Method,
  search = '',
): string {
  return `/projects/${projectId}/monitor-new/structures/${structureId}/mps/${id}/analysis/${method}${search}`;
}

/** What a chart of the point and its analyses have in common in the address: the range and the readings. */
const shared = ['range', 'known', 'fields', 'nodes', 'base', 'fit'] as const;

/** analysisSearch returns the query parameters that another analysis of the same point keeps. */
export function analysisSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of shared) {
    const value = search.get(name);
    if (value) kept.set(name, value);
  }
  const type = search.get('type');
  if (type === 'observed' || type === 'accumulated') kept.set('type', type);
  return kept.size > 0 ? `?${kept}` : '';
}

/** Points whose readings are a series of numbers can be analyzed. */
export const isAnalyzed = ({ field }: Pick<PointState, 'field'>): boolean => field !== null;

/** The longest range of an analysis, in days; 0: any. */
export const spanDaysOf = (method: Method): number => (method === 'characteristic' || method === 'quality' ? 366 : 0);

/** methodsOf are the analyses of a point: systematic errors are those of surveys with a probe. */
export const methodsOf = ({ pages }: Pick<PointState, 'pages'>): readonly Method[] =>
  methods.filter((method) => method !== 'quality' || pages.includes('rdm-data'));

/** offers reports whether a point has an analysis. */
export const offers = (point: Pick<PointState, 'field' | 'pages'>, method: Method): boolean =>
  isAnalyzed(point) && methodsOf(point).includes(method);

export const curves = ['linear', 'logTime', 'exponential'] as const;
export type CurveName = (typeof curves)[number];

/** Days ahead of the end of the range; null: a third of the fitted time. */
export const horizons = [1, 3, 7, 14, 30, 90, 180, 365] as const;
/** Hours over which rates are averaged. */
export const averages = [6, 12, 24, 48, 72, 168] as const;

/** Ways to process readings, in the order of the control. */
export const ways = ['median', 'mean', 'kalman', 'interpolate', 'hampel'] as const;
export type Way = (typeof ways)[number];

/** What an analysis has in the address besides the state of a view. */
interface Settings extends EnvironmentSettings, RelationSettings, CasingSettings {
  /** The readings that are fitted; a quick range ends with the range. Null: all. */
  fit: Range | null;
  curve: CurveName;
  ahead: number | null;
  average: number;
  way: Way;
  /** Readings in a window, odd. */
  size: number;
  /** Kalman: how much the level drifts. */
  ratio: number;
  /** Hampel: deviations from which a reading is an outlier. */
  deviations: number;
  /** Interpolation: seconds between values; null: the interval of the point. */
  step: number | null;
}

/** Defaults of the server. */
const usual = { size: 5, ratio: 0.05, deviations: 3 } as const;
/** What can be chosen. */
export const sizes = [3, 5, 7, 9, 15, 25, 51, 101] as const;
export const ratios = [0.001, 0.01, 0.05, 0.2, 1] as const;
export const deviationChoices = [2, 2.5, 3, 4, 5] as const;
export const steps = [600, 1800, 3600, 10_800, 21_600, 86_400] as const;

export type AnalysisState = ViewState & Settings;
export type AnalysisChange = { [K in keyof AnalysisState]?: AnalysisState[K] | undefined };

function numberFrom(text: string | null, low: number, high: number): number | null {
  const value = Number(text);
  return text !== null && text !== '' && value >= low && value <= high ? value : null;
}

function oneOf<T extends string>(text: string | null, list: readonly T[]): T {
  return list.find((one) => one === text) ?? (list[0] as T);
}

const none: Range = { from: 0, to: 0 };

/** readAnalysis parses the settings in the address; invalid ones take their defaults. */
export function readAnalysis(search: URLSearchParams): Settings {
  const fit = parseRange(search.get('fit'), none);
  return {
    ...readEnvironment(search),
    ...readRelations(search),
    ...readCasing(search),
    fit: fit === none ? null : fit,
    curve: oneOf(search.get('curve'), curves),
    ahead: numberFrom(search.get('ahead'), 0.01, 3650),
    average: numberFrom(search.get('average'), 1, 720) ?? 24,
    way: oneOf(search.get('way'), ways),
    size: sizes.find((one) => String(one) === search.get('size')) ?? usual.size,
    ratio: numberFrom(search.get('ratio'), 1e-6, 100) ?? usual.ratio,
    deviations: numberFrom(search.get('deviations'), 0.5, 100) ?? usual.deviations,
    step: numberFrom(search.get('step'), 1, 31_622_400),
  };
}

/** writeAnalysis writes a change to the address. A fitted part with fixed times does not outlive its range. */
export function writeAnalysis(search: URLSearchParams, change: AnalysisChange): URLSearchParams {
  const next = writeState(search, change);
  const put = (name: keyof Settings, value: string | null) =>
    value === null || value === '' ? next.delete(name) : next.set(name, value);
  if (change.range && !('fit' in change) && search.get('fit')?.includes('-')) next.delete('fit');
  if ('fit' in change) put('fit', change.fit ? formatRange(change.fit) : null);
  if (change.curve) put('curve', change.curve === curves[0] ? null : change.curve);
  if ('ahead' in change) put('ahead', change.ahead ? String(change.ahead) : null);
  if (change.average) put('average', change.average === 24 ? null : String(change.average));
  if (change.way) put('way', change.way === ways[0] ? null : change.way);
  for (const name of ['size', 'ratio', 'deviations'] as const) {
    const value = change[name];
    if (value) put(name, value === usual[name] ? null : String(value));
  }
  writeEnvironment(next, change);
  writeRelations(next, change);
  writeCasing(next, change);
  if ('step' in change) put('step', change.step ? String(change.step) : null);
  return next;
}

/** useAnalysisState is useViewState with the settings of analyses. */
export function useAnalysisState(pointId: number, initial: Range): [AnalysisState, (change: AnalysisChange) => void] {
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => ({ ...readState(search, initial), ...readAnalysis(search) }), [search, initial]);
  const change = useCallback(
    (wanted: AnalysisChange) => {
      if (wanted.range) rememberRange(pointId, wanted.range);
      setSearch((old) => writeAnalysis(old, wanted), { replace: true, preventScrollReset: true });
    },
    [pointId, setSearch],
  );
  return [state, change];
}

/** The readings that are analyzed. */
export interface Readings {
  field: FieldInfo;
  /** 0 for a point without nodes. */
  node: number;
  valueType: 'observed' | 'accumulated';
  /** Of accumulated changes; null: the initial value. */
  base: number | null;
}

/** The value types that the readings of a field have, the usual one first. */
export function analyzedTypes(field: FieldInfo, { main }: Pick<PointState, 'main'>): ('observed' | 'accumulated')[] {
  if (!field.valueTypes.includes('accumulated')) return ['observed'];
  return main === 'observed' ? ['observed', 'accumulated'] : ['accumulated', 'observed'];
}

/** readingsOf are the chosen readings of a point: by default those of its main field, at its worst node. */
export function readingsOf(
  point: Pick<PointState, 'field' | 'node' | 'main'>,
  fields: readonly FieldInfo[],
  state: Pick<ViewState, 'fields' | 'nodes' | 'type' | 'base'>,
): Readings | null {
  const named = (name: string | undefined) => fields.find((one) => one.name === name);
  const field = named(state.fields[0]) ?? named(point.field?.name) ?? point.field;
  if (!field) return null;
  const types = analyzedTypes(field, point);
  const valueType = types.find((one) => one === state.type) ?? types[0] ?? 'observed';
  return {
    field,
    node: point.node ? (state.nodes[0] ?? point.node.no) : 0,
    valueType,
    base: valueType === 'accumulated' ? state.base : null,
  };
}

/** fitWithin resolves the fitted part of a range of times; null: all of it. */
export function fitWithin(fit: Range | null, start: number, end: number): [number, number] | null {
  if (!fit) return null;
  if ('quick' in fit) {
    const { start: from } = resolveRange(fit, end);
    return from > start ? [from, end] : null;
  }
  const from = Math.max(fit.from, start);
  const to = Math.min(fit.to, end);
  return from < to && (from > start || to < end) ? [from, to] : null;
}

const day = 24 * 3_600_000;
/** How far ahead the server extrapolates, as a multiple of the fitted time. */
const farthestAhead = 3;

/** untilOf is the end of an extrapolation, and whether it had to be shortened. */
export function untilOf(
  ahead: number | null,
  [from, to]: readonly [number, number],
  end: number,
): { until: number; shortened: boolean } {
  if (ahead === null) return { until: 0, shortened: false };
  const wanted = end + ahead * day;
  const most = Math.max(end, to + farthestAhead * (to - from));
  return { until: Math.floor(Math.min(wanted, most)), shortened: wanted > most };
}

/** Readings that a fit needs. */
export const fewest = { curve: 8, inverseVelocity: 12 } as const;

/** countWithin is the number of readings in a part of them. */
export function countWithin(samples: readonly Sample[], part: readonly [number, number] | null): number {
  return samples.filter(([t, value]) => value !== null && (!part || (t >= part[0] && t <= part[1]))).length;
}
