import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { chordsOf, fitCircle, ringAt, ringNodes, statesOf } from '../../model/ring';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedTimes } from '../../queries/compared';
import { useExplained } from '../../queries/explanation';
import { useFields, usePointVersion, useThresholds } from '../../queries/point';
import { useRingStates } from '../../queries/ring';
import { chordLines, chordRecipe, exaggerationOf, ringDrawing, summaryOf, worstChords } from './model';

const chordsDrawn = 3;

/** useRing reads what a circular array draws and lists. */
export function useRing(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation('data-views');
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, all, times } = useComparedTimes(point, state, every);
  const processor = usePointVersion<components['schemas']['PointProcessor']>(point, 'processor', times.current);
  const layout = processor?.ring;
  const states = useRingStates(point.id, times, layout);
  const closure = useMisclosure(point.id, layout?.open ? null : times.current, layout?.startNode ?? 0);
  const { at } = states;
  const ring = useMemo(() => {
    if (!at || processor === undefined) return null;
    const base = at(times.base);
    const now = at(times.current);
    const before = at(times.before);
    const nodes = now ? ringAt(now, base) : [];
    const chords = chordsOf(
      layout,
      nodes.map((one) => one.no),
    );
    const row = now && new Map(ringNodes(now.changes).map((one) => [one.no, one.values.convergence ?? null]));
    const stored = base ? null : (no: number) => row?.get(no) ?? null;
    const lines = chordLines(chords, nodes, before ? ringAt(before, base) : [], stored, thresholds);
    const missing = now ? ringNodes(now.observed).length - nodes.length : 0;
    const summary = nodes.length > 2 ? summaryOf(nodes, layout?.radius ?? 0, layout?.open ?? false) : null;
    return { states: statesOf(times.curves, at, base), nodes, lines, missing, summary };
  }, [at, processor, layout, times, thresholds]);
  const lines = ring?.lines;
  const shown = useMemo(() => {
    const known = state.nodes.filter((no) => lines?.some((line) => line.from === no));
    return known.length > 0 ? known : worstChords(lines ?? [], chordsDrawn);
  }, [state.nodes, lines]);
  const most = Math.max(0, ...(ring?.nodes ?? []).map((one) => Math.abs(one.radial)));
  const { radius } = fitCircle((ring?.nodes ?? []).map((one) => one.before));
  const scale = exaggerationOf(state.scale, most, radius);
  const field = fields.find((one) => one.name === 'radial');
  const drawing = useMemo(
    () =>
      ring &&
      ringDrawing(
        { ...ring, shown, scale, design: layout?.radius ?? 0, open: layout?.open ?? false, field },
        { hidden: state.hidden },
        t,
      ),
    [ring, shown, scale, layout, field, state.hidden, t],
  );
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
