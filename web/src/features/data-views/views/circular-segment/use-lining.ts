import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { useVersions } from '@/entities/configuration/queries';
import { inForce, standing } from '@/entities/configuration/versions';
import { type ProcessRecipe, processParts } from '../../model/process-picture';
import { ringAt, statesOf } from '../../model/ring';
import type { FieldInfo, PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedTimes } from '../../queries/compared';
import { useRingStates } from '../../queries/ring';
import { useSeries } from '../../queries/series';
import {
  byNumber,
  decimalsOf,
  hasOne,
  liningOf,
  mappingOf,
  movedBy,
  movesOver,
  nameIn,
  nodesOf,
  quantityOf,
  unitOf,
  worstOf,
} from './model';

/** Every reading of a range, as far as the server gives them: minima and maxima of a node are not those of a joint. */
const mostPoints = 20_000;

type Processor = components['schemas']['PointProcessor'];

/** useLining reads what the segments of a lining did at the compared times. */
export function useLining(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation('data-views');
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const { query, all, times } = useComparedTimes(point, state, every);
  const versions = useVersions({ kind: 'point', structureId: point.structureId, id: point.id });
  const recorded = useMemo(() => (versions.data ? standing(versions.data, 'processor') : null), [versions.data]);
  const version = recorded && inForce(recorded, times.current ?? Date.now())?.version;
  const layout = (version?.value as Processor | undefined)?.ring;
  const parts = useMemo(
    () =>
      recorded &&
      mappingOf(
        layout,
        recorded.map((one) => (one.version.value as Processor).ring),
      ),
    [recorded, layout],
  );
  const states = useRingStates(point.id, times, layout);
  const { at } = states;
  const lining = useMemo(() => {
    const now = at?.(times.current);
    if (!now || !at || !parts) return null;
    const base = at(times.base);
    const open = layout?.open ?? false;
    const segments = liningOf(parts, ringAt(now, null), layout?.radius ?? 0, open);
    const curves = statesOf(times.curves, at, base);
    return {
      segments,
      nodes: ringAt(now, base),
      curves: curves.map(({ t: time, nodes }) => ({ t: time, moved: movedBy(segments, byNumber(nodes)) })),
    };
  }, [at, parts, layout, times]);
  const quantity = quantityOf(state.mode);
  const now = lining?.curves.at(-1)?.moved;
  const shown = useMemo(() => {
    const segments = lining?.segments ?? [];
    const known = state.nodes
      .map((no) => no - 1)
      .filter((index) => segments[index] && hasOne(segments[index], quantity));
    return known.length > 0 ? known : now ? [worstOf(now, quantity)] : [];
  }, [state.nodes, lining, now, quantity]);
  const field = useMemo(
    (): FieldInfo => ({
      name: quantity,
      label: t(`lining.${quantity}`),
      unit: unitOf(quantity),
      decimals: configs.decimals ?? decimalsOf(quantity),
      valueTypes: [],
    }),
    [quantity, configs.decimals, t],
  );
  return {
    ...{ query, all, times, configs, quantity, field, lining, shown, parts, layout },
    version: version ?? null,
    error: versions.error ?? null,
    retry: versions.refetch,
    loading: query.isPending || recorded === null || (all.length > 0 && (parts?.length ?? 0) > 0 && !lining),
    busy: (query.isFetching || states.isFetching) && all.length > 0,
  };
}

export type Lining = ReturnType<typeof useLining>;

/** The quantity of the chosen joints or segments over time. */
export function useLiningProcess(
  { lining, shown, quantity, field, times, configs }: Lining,
  point: PointState,
  state: ViewState,
  every: number,
) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const nodes = useMemo(() => (lining ? nodesOf(lining.segments, shown, quantity) : []), [lining, shown, quantity]);
  const query = useSeries({
    ...{ pointId: point.id, fields: ['x', 'y'], nodes, valueType: 'accumulated', base: times.base },
    ...{ includeAbnormal: true, interval: point.interval, range: state.range, every, maxPoints: mostPoints },
    enabled: nodes.length > 0,
  });
  const answer = useMemo(
    () => (query.data && lining ? movesOver(query.data, lining.segments, shown, lining.nodes, field) : undefined),
    [query.data, lining, shown, field],
  );
  const parts = useMemo(() => {
    if (!answer || !lining) return null;
    const recipe: ProcessRecipe = {
      ...{ fields: [field.name], right: [], nodes: [], stacked: false, types: ['accumulated'], dashed: [] },
      refine: (series) =>
        series.map((one) => ({ ...one, name: nameIn(lining.segments, Number(one.key.split(':')[1]), quantity) })),
    };
    return processParts({ answer, detail: null, recipe, valueType: 'accumulated', point, configs }, t);
  }, [answer, lining, field, quantity, point, configs, t]);
  const [first] = answer?.series ?? [];
  return {
    ...{ query, answer, parts, configs },
    empty: nodes.length === 0 || (parts?.all.every((one) => one.samples.every(([, value]) => value === null)) ?? false),
    main: first ? { series: first, field, unit: field.unit } : null,
  };
}
