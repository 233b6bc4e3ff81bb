import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import type { PairProfile } from '@/entities/chart/pair-profile';
import { nodeName } from '../../model/node-name';
import type { PointState, ReadingRow } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedTimes } from '../../queries/compared';
import { useFields } from '../../queries/point';
import { useLatestReading, useReadings } from '../../queries/readings';
import { useSeries } from '../../queries/series';
import {
  comparedField,
  comparedFields,
  hasDevice,
  namesOf,
  nodeShown,
  pairsOf,
  partsOf,
  resultsOf,
  type Trio,
} from './model';

/** As many readings as the server returns: both curves must have the same times. */
const most = 20_000;
const observedType = ['observed'] as const;
const rawType = ['raw'] as const;
const rawFields = ['dx', 'dy'];

/** useResults reads what the device and the platform computed of a node over time, and of all nodes at the compared times. */
export function useResults(slug: string, point: PointState, state: ViewState, every: number, picked: number | null) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const latest = useLatestReading(point.id);
  const choices = useMemo(() => comparedFields(fields), [fields]);
  const names = useMemo(() => choices.map(({ field }) => field.name), [choices]);
  const compared = useMemo(() => comparedField(choices, state), [choices, state]);
  const name = compared?.field.name ?? '';
  const node = nodeShown(state, latest.data, name);
  const { query, all, times: found } = useComparedTimes(point, state, every);
  const times = useMemo(() => {
    const curves = state.times.length > 0 ? found.curves : found.current === null ? [] : [found.current];
    return { ...found, curves, chosen: curves };
  }, [found, state.times]);

  const wanted = {
    ...{ pointId: point.id, nodes: node === null ? [] : [node], interval: point.interval, range: state.range, every },
    ...{ includeAbnormal: !state.hidden.includes('abnormal'), maxPoints: most, enabled: node !== null },
  };
  const based = { ...wanted, fields: compared ? [name] : [] };
  const type = point.noInitial ? ('observed' as const) : ('accumulated' as const);
  const platform = useSeries({ ...based, valueType: type, base: state.base });
  const observed = useSeries({ ...based, valueType: 'observed', base: null });
  const device = useSeries({ ...wanted, fields: compared ? [compared.raw] : [], valueType: 'raw', base: null });
  const at = { pointId: point.id, times: times.wanted };
  const changesAt = useReadings(at);
  const observedAt = useReadings({ ...at, valueTypes: observedType, fields: names });
  const rawAt = useReadings({ ...at, valueTypes: rawType, fields: rawFields });

  const decimals = configs.decimals ?? compared?.field.decimals ?? 2;
  const baseRow = times.base === null ? null : (rawAt.data?.get(times.base) ?? null);
  const parts = useMemo(() => {
    if (!compared || node === null || !platform.data || !observed.data || !device.data) return null;
    const samples = (answer: typeof platform.data) => answer.series[0]?.samples ?? [];
    const atBase = baseRow?.nodes.find((one) => one.no === node)?.values[compared.raw] ?? null;
    const own = state.base === null ? undefined : atBase;
    const results = resultsOf(samples(platform.data), samples(observed.data), samples(device.data), own);
    const row = latest.data?.nodes.find((one) => one.no === node);
    return partsOf(results, platform.data, compared, row ? nodeName(row, t) : '', decimals, t);
  }, [compared, node, platform.data, observed.data, device.data, baseRow, state.base, latest.data, decimals, t]);

  const profile = useMemo((): PairProfile | null => {
    if (!compared || !changesAt.data || !observedAt.data || !rawAt.data) return null;
    const trio = (time: number): Trio | null => {
      const changes = changesAt.data.get(time);
      const or = (map: ReadonlyMap<number, ReadingRow>) => map.get(time) ?? null;
      return changes ? { changes, observed: or(observedAt.data), raw: or(rawAt.data) } : null;
    };
    const base = times.base === null ? null : trio(times.base);
    const curves = times.curves.flatMap((time) => {
      const read = trio(time);
      return read ? [{ t: time, nodes: pairsOf(read, base, compared) }] : [];
    });
    const { unit } = compared.field;
    return { ...namesOf(t), depthName: t('profile.depth'), unit, decimals, curves, picked };
  }, [compared, changesAt.data, observedAt.data, rawAt.data, times, decimals, picked, t]);

  const answer = platform.data;
  const series = answer?.series[0];
  return {
    ...{
      query,
      all,
      times,
      configs,
      choices,
      compared,
      node,
      parts,
      profile,
      answer,
      latest: latest.data?.nodes ?? [],
    },
    main: series && compared ? { series, field: compared.field, unit: compared.field.unit } : null,
    /** The device sends nothing that it computed. */
    alone: device.data !== undefined && !hasDevice(device.data),
    error: platform.error ?? device.error,
    retry: () => Promise.all([platform.refetch(), device.refetch(), query.refetch()]),
    fetching: platform.isFetching || device.isFetching || query.isFetching,
    busy: (platform.isFetching || device.isFetching || changesAt.isFetching) && parts !== null,
  };
}

export type ComparedResults = ReturnType<typeof useResults>;
