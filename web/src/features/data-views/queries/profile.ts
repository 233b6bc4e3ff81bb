import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartConfigs, useChartConfigs } from '@/entities/chart/chart-settings';
import type { NodeTitles } from '../components/node-table';
import type { ComparedTimes } from '../model/compared-times';
import { groundOf } from '../model/ground';
import { type DrawnProfile, profileLook, profilePlots, profileReads, profileType, typedFields } from '../model/profile';
import { nodeLines } from '../model/profile-rows';
import { useTypeWord } from '../model/type-word';
import type { FieldInfo, PointState, ReadingRow, ValueType } from '../model/types';
import type { ViewState } from '../model/view-state';
import { useComparedTimes } from './compared';
import { useEngineering, useFields, useThresholds } from './point';
import { useReadings } from './readings';

/** Where the readings of a profile come from. */
export interface ProfileSource {
  query: { isPending: boolean; isFetching: boolean; error: Error | null; refetch: () => unknown };
  /** Times of all readings of the range. */
  all: readonly number[];
  times: ComparedTimes;
  fields: readonly FieldInfo[];
  configs: ChartConfigs;
  /** By time; undefined until loaded. */
  readings: ReadonlyMap<number, ReadingRow> | undefined;
  /** The readings are being renewed. */
  renewing: boolean;
  valueType: ValueType;
  /** Changes of another base than the stored one, in the readings themselves: they have no limits. */
  rebased: boolean;
  strip: DrawnProfile['strip'];
  /** Titles of the node table. */
  titles?: NodeTitles;
}

/** useProfile reads what a profile of automatic readings draws and lists. */
export function useProfile(slug: string, point: PointState, state: ViewState, every: number) {
  const typeWord = useTypeWord();
  const type = profileType(state);
  const found = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const fields = useMemo(() => typedFields(found, type), [found, type]);
  const { query, all, times: compared } = useComparedTimes(point, state, every);
  // A base is of accumulated changes. A change and a rate are between two readings already.
  const times = useMemo(
    () => ({
      ...compared,
      base: type === 'accumulated' ? compared.base : null,
      before: type === 'accumulated' ? compared.before : null,
    }),
    [compared, type],
  );
  const valueTypes = useMemo(() => profileReads(type), [type]);
  const { data: readings, isFetching: renewing } = useReadings({ pointId: point.id, times: times.wanted, valueTypes });
  const source: ProfileSource = {
    ...{ query, all, times, fields, configs, readings, renewing },
    ...{ valueType: type, rebased: false, strip: null },
    ...(type !== 'accumulated' && { titles: { value: typeWord(type), earlier: null } }),
  };
  return { ...useProfileOf(source, point, state), type };
}

const noThresholds: ReturnType<typeof useThresholds> = [];

/** useProfileOf makes what a profile draws and lists of its source. */
export function useProfileOf(source: ProfileSource, point: PointState, state: ViewState) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const { query, all, times, fields, configs, readings, valueType, rebased, strip } = source;
  const stored = useThresholds(point.structureId, point.id);
  const thresholds = rebased ? noThresholds : stored;
  const engineering = useEngineering(point.structureId, point.id, times.current);
  const ground = useMemo(
    () =>
      engineering && times.current !== null ? groundOf(engineering, times.current, t('profile.excavation')) : null,
    [engineering, times.current, t],
  );
  const look = useMemo(() => profileLook(fields, configs, state), [fields, configs, state]);
  const { plots, lines, field } = useMemo(() => {
    const at = (time: number | null) => (time === null ? undefined : readings?.get(time)) ?? null;
    const reference = { end: look.end, base: at(times.base) };
    const field = look.mode === 'segment' ? look.direction : look.left;
    const current = at(times.current);
    const seen = { look, times: times.curves, fields, configs, reference, thresholds, valueType };
    return {
      field: fields.find((one) => one.name === field),
      plots: readings ? profilePlots({ ...seen, readings }, t) : [],
      lines: current ? nodeLines(current, at(times.before), field, thresholds, reference, valueType) : [],
    };
  }, [look, times, readings, fields, configs, thresholds, valueType, t]);
  const drawn: DrawnProfile = useMemo(() => ({ plots, ground, strip: strip ?? null }), [plots, ground, strip]);
  return {
    ...{ query, all, times, fields, configs, look, drawn, titles: source.titles },
    /** The node table, and the field that it lists. */
    ...{ lines, field },
    loading: query.isPending || (all.length > 0 && !readings),
    busy: (query.isFetching || source.renewing) && all.length > 0,
  };
}

export type Profile = ReturnType<typeof useProfileOf>;
