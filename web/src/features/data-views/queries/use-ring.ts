import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { chordsOf, fitCircle, type RingStates, ringAt, ringNodes, statesOf } from '../model/ring';
import {
  chordLines,
  chordRecipe,
  exaggerationOf,
  ringDrawing,
  storedJudge,
  summaryOf,
  worstChords,
} from '../model/ring-chart';
import { fullest, isPart, maskedOf, outlinesOf, smoothed, within } from '../model/scanned-section';
import type { PointState } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useComparedTimes } from './compared';
import { useExplained } from './explanation';
import { useFields, usePointVersion, useThresholds } from './point';
import { useRingStates } from './ring';

const chordsDrawn = 3;
/** Of a whole scanned section. */
const wholeFields = ['area', 'ovality'];

/**
 * useRing reads what a circular array or a scanned section draws and lists. A scanned section has no misclosure; it may be
 * smoothed, and shows outlines and what hides its nodes.
 */
export function useRing(slug: string, point: PointState, state: ViewState, every: number, scanned = false) {
  const { t } = useTranslation('data-views');
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, all, times } = useComparedTimes(point, state, every);
  const processor = usePointVersion<components['schemas']['PointProcessor']>(point, 'processor', times.current);
  const layout = processor?.ring;
  const more = useMemo(
    () => (scanned ? wholeFields.filter((name) => fields.some((one) => one.name === name)) : []),
    [scanned, fields],
  );
  const states = useRingStates(point.id, times, scanned ? undefined : layout, more);
  const closure = useMisclosure(point.id, layout?.open || scanned ? null : times.current, layout?.startNode ?? 0);
  const { at } = states;
  const { smooth, direction } = state;
  const ring = useMemo(() => {
    if (!at || processor === undefined) return null;
    const base = at(times.base);
    const now = at(times.current);
    const before = at(times.before);
    const nodes = now ? ringAt(now, base) : [];
    const chords = chordsOf(layout, now ? ringNodes(now.observed).map((one) => one.no) : []);
    const row = now && new Map(ringNodes(now.changes).map((one) => [one.no, one.values.convergence ?? null]));
    const stored = base ? null : (no: number) => row?.get(no) ?? null;
    const lines = chordLines(chords, nodes, before ? ringAt(before, base) : [], stored, thresholds);
    const missing = now ? ringNodes(now.observed).length - nodes.length : 0;
    const summary = nodes.length > 2 ? summaryOf(nodes, layout?.radius ?? 0, layout?.open ?? false) : null;
    const all = statesOf(times.curves, at, base);
    if (!scanned) return { states: all, nodes, lines, missing, summary };
    const refined = all.map((one) => ({ t: one.t, nodes: within(smoothed(one.nodes, smooth), direction) }));
    const places = fullest([...all, { nodes }]).map((one) => one.before);
    const section = { ...outlinesOf(layout, places), masked: now ? maskedOf(now, nodes) : [] };
    const count = now ? ringNodes(now.observed).length : 0;
    return { states: refined, nodes, lines, missing, summary, section, count, whole: wholeOf(now, base) };
  }, [at, processor, layout, times, thresholds, scanned, smooth, direction]);
  const lines = ring?.lines;
  const shown = useMemo(() => {
    const known = state.nodes.filter((no) => lines?.some((line) => line.from === no));
    return known.length > 0 ? known : worstChords(lines ?? [], chordsDrawn);
  }, [state.nodes, lines]);
  const most = Math.max(0, ...(ring?.nodes ?? []).map((one) => Math.abs(one.radial)));
  const { radius } = fitCircle((ring?.nodes ?? []).map((one) => one.before));
  const scale = exaggerationOf(state.scale, most, radius);
  const field = fields.find((one) => one.name === 'radial');
  const { hidden, base } = state;
  const drawing = useMemo(() => {
    if (!ring) return null;
    const open = (layout?.open ?? false) || isPart(direction);
    const bars = scanned && !hidden.includes('bars');
    const judge = bars ? storedJudge(ring.nodes, base === null ? thresholds : []) : undefined;
    return ringDrawing({ ...ring, shown, scale, design: layout?.radius ?? 0, open, field, judge }, { hidden }, t);
  }, [ring, shown, scale, layout, field, hidden, base, thresholds, scanned, direction, t]);
  const recipe = useMemo(() => chordRecipe(lines ?? [], shown), [lines, shown]);
  return {
    query,
    /** Times of all readings of the range. */
    all,
    times,
    configs,
    layout,
    thresholds,
    fields,
    ring,
    drawing,
    shown,
    scale,
    recipe,
    closure,
    mode: state.mode === 'unrolled' ? ('unrolled' as const) : ('shape' as const),
    loading: query.isPending || (all.length > 0 && !ring),
    busy: (query.isFetching || states.isFetching) && all.length > 0,
  };
}

/** wholeOf are the area of a scanned section, m², its change, and the change in ovality, ‰; null: not known. */
function wholeOf(now: RingStates | null, base: RingStates | null) {
  const area = now?.observed.values.area ?? null;
  const before = base?.observed.values.area ?? null;
  const since = area === null || before === null ? null : area - before;
  return {
    area,
    areaChange: base ? since : (now?.changes.values.area ?? null),
    ovality: base ? null : (now?.changes.values.ovality ?? null),
  };
}

/** How far a closed ring is from closing: mm, and the share of its perimeter. The server explains it with a position. */
function useMisclosure(pointId: number, time: number | null, node: number) {
  const steps = useExplained({ pointId, field: 'x', node, time, valueType: 'observed' })?.steps;
  return useMemo(() => {
    const gap = steps?.find((one) => one.key === 'e')?.value;
    const perimeter = (steps ?? [])
      .filter((one) => one.key === 'φ')
      .reduce((sum, one) => sum + (one.inputs.find((input) => input.name === 'L')?.value ?? 0), 0);
    return typeof gap === 'number' && perimeter > 0 ? { gap, share: gap / perimeter } : null;
  }, [steps]);
}

export type Ring = ReturnType<typeof useRing>;
