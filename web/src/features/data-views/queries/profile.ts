import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { groundOf } from '../../model/ground';
import { nodeLines } from '../../model/profile-rows';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useComparedTimes } from '../../queries/compared';
import { useEngineering, useFields, useThresholds } from '../../queries/point';
import { useReadings } from '../../queries/readings';
import { profileLook, profilePlots } from './model';

/** useProfile reads what a profile draws and lists. */
export function useProfile(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, all, times } = useComparedTimes(point, state, every);
  const readings = useReadings({ pointId: point.id, times: times.wanted });
  const engineering = useEngineering(point.structureId, point.id, times.current);
  const ground = useMemo(
    () =>
      engineering && times.current !== null ? groundOf(engineering, times.current, t('profile.excavation')) : null,
    [engineering, times.current, t],
  );
  const look = useMemo(() => profileLook(fields, configs, state), [fields, configs, state]);
  const { plots, lines, field } = useMemo(() => {
    const at = (time: number | null) => (time === null ? undefined : readings.data?.get(time)) ?? null;
    const reference = { end: look.end, base: at(times.base) };
    const field = look.mode === 'segment' ? look.direction : look.left;
    const current = at(times.current);
    return {
      reference,
      field: fields.find((one) => one.name === field),
      plots: readings.data
        ? profilePlots(
            { look, times: times.curves, readings: readings.data, fields, configs, reference, thresholds },
            t,
          )
        : [],
      lines: current ? nodeLines(current, at(times.before), field, thresholds, reference) : [],
    };
  }, [look, times, readings.data, fields, configs, thresholds, t]);
  return {
    query,
    /** Times of all readings of the range. */
    all,
    times,
    fields,
    configs,
    look,
    ground,
    plots,
    /** The node table, and the field that it lists. */
    lines,
    field,
    loading: query.isPending || (all.length > 0 && !readings.data),
    busy: (query.isFetching || readings.isFetching) && all.length > 0,
  };
}

export type Profile = ReturnType<typeof useProfile>;
