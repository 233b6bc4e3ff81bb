import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfilePlot } from '@/entities/chart/profile-plot';
import { nodeLines, seenNodes } from '../../model/profile-rows';
import { useComparedTimes } from '../../queries/compared';
import { useFields, useThresholds } from '../../queries/point';
import { useReadings } from '../../queries/readings';
import type { Parts } from './controls';

const field = 'temp';
const fields = [field];

/** useTemperatures reads the temperatures at the compared times, for the profile and its table. */
export function useTemperatures({ point, state, look }: Pick<Parts, 'point' | 'state' | 'look'>, every: number) {
  const { t } = useTranslation('common');
  const { valueType } = look;
  const info = useFields(point).find((one) => one.name === field);
  const thresholds = useThresholds(point.structureId, point.id);
  const { query, all, times } = useComparedTimes(point, state, every);
  const valueTypes = useMemo(() => [valueType] as const, [valueType]);
  const readings = useReadings({ pointId: point.id, times: times.wanted, valueTypes, fields });
  const { plot, newest, lines } = useMemo(() => {
    const at = (time: number | null) => (time === null ? undefined : readings.data?.get(time)) ?? null;
    const base = valueType === 'accumulated' ? at(times.base) : null;
    const reference = { end: 'stored' as const, base };
    const shown = (no: number) => state.nodes.length === 0 || state.nodes.includes(no);
    const judged = base || valueType === 'change' ? [] : thresholds;
    const plot: ProfilePlot = {
      name: `${info?.label ?? ''}·${t(`valueType.${valueType}`)}`,
      unit: valueType === 'rate' ? '°C/d' : '°C',
      decimals: info?.decimals ?? 1,
      thresholds: judged.filter((one) => one.enable && one.field === field && one.valueType === valueType),
      curves: times.curves.flatMap((time) => {
        const reading = at(time);
        return reading ? [{ t: time, nodes: seenNodes(reading, field, reference).filter(({ no }) => shown(no)) }] : [];
      }),
    };
    const current = at(times.current);
    const lines = current ? nodeLines(current, at(times.before), field, judged, reference, valueType) : [];
    return { plot, newest: lines, lines: lines.filter(({ no }) => shown(no)) };
  }, [readings.data, times, thresholds, info, valueType, state.nodes, t]);
  return {
    ...{ query, all, times, plot },
    /** The nodes at the current time: all of them, and the chosen ones. */
    ...{ newest, lines },
    loading: query.isPending || (all.length > 0 && !readings.data),
    busy: (query.isFetching || readings.isFetching) && all.length > 0,
  };
}

export type Temperatures = ReturnType<typeof useTemperatures>;
