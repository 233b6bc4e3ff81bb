import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { askedSpan, useKnown } from '../../model/known';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { pointKeys } from '../../queries/keys';
import { useFields } from '../../queries/point';
import { useTreePoints } from '../../queries/project';
import { comparedFields, fieldOf, holeOf, holesOf, obstacleOf, profileOf } from './model';

/** useComparison reads a manual run and the automatic reading nearest to it. */
export function useComparison(slug: string, point: PointState, state: ViewState, every: number, picked: number | null) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const points = useTreePoints(point.projectId);
  const holes = useMemo(() => holesOf(points, point), [points, point]);
  const hole = useMemo(() => holeOf(holes, point, state), [holes, point, state]);
  const field = useMemo(() => fieldOf(fields, state), [fields, state]);
  const { range, base } = state;
  const run = state.at ?? 0;
  const sameToe = state.end === 'toe';
  const past = useKnown();
  const query = useQuery({
    queryKey: [...pointKeys.all(point.id), 'manual-compare', hole?.id, field?.name, range, run, base, sameToe, past],
    queryFn: async ({ signal }) => {
      const body = {
        ...({ measuringPointId: point.id, manualId: hole?.id ?? 0, field: field?.name === 'y' ? 'y' : 'x' } as const),
        ...{ ...askedSpan(range, past), run, base: base ?? 0, sameToe },
      };
      return data(client.POST('/api/monitor/artificial-compare', { body, signal }));
    },
    enabled: hole !== null && field !== null,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
  const found = query.data;
  const decimals = configs.decimals ?? field?.decimals ?? 2;
  const profile = useMemo(
    () => (found && field ? profileOf(found, { unit: field.unit, decimals }, picked, t) : null),
    [found, field, decimals, picked, t],
  );
  return {
    ...{ query, found, configs, field, holes, hole, sameToe, decimals, profile, known: points.length > 0 },
    choices: comparedFields(fields),
    obstacle: found ? obstacleOf(found) : null,
  };
}

export type ManualComparison = ReturnType<typeof useComparison>;
