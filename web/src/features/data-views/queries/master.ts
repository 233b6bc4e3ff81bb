import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { askedSpan, useKnown } from '../model/known';
import { masterAnswer, masterParts, masterTable } from '../model/master';
import { mainSeries, unitOf } from '../model/process-model';
import { type ProcessRecipe, valueTypeOf } from '../model/process-picture';
import type { Range } from '../model/range';
import type { PointState, ValueType } from '../model/types';
import type { ViewState } from '../model/view-state';
import { pointKeys } from './keys';
import { useTreePoints } from './project';

interface MasterParams {
  point: Pick<PointState, 'id' | 'projectId'>;
  fields: readonly string[];
  valueType: ValueType;
  base: number | null;
  includeAbnormal: boolean;
  range: Range;
  page?: number;
  pageSize?: number;
  order?: 'asc' | 'desc';
}

function askMaster({ point, fields, base, range, ...asked }: MasterParams, known: number | null, signal?: AbortSignal) {
  const body = {
    ...asked,
    masterId: point.id,
    fields: [...fields],
    base: base ?? 0,
    ...askedSpan(range, known),
  };
  return data(client.POST('/api/monitor/master', { body, ...(signal ? { signal } : {}) }));
}

function useMasterQuery({ every, enabled = true, ...params }: MasterParams & { every: number; enabled?: boolean }) {
  const { point, ...asked } = params;
  const known = useKnown();
  return useQuery({
    queryKey: [...pointKeys.all(point.id), 'master', asked, known],
    queryFn: ({ signal }) => askMaster(params, known, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

/** useMaster loads a composite point and its sub-points, and every reading of the visible part if the server reduced them. */
export function useMaster(slug: string, point: PointState, state: ViewState, recipe: ProcessRecipe, every: number) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const say = useLabel();
  const points = useTreePoints(point.projectId);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const valueType = valueTypeOf(recipe, state.type, configs);
  const wanted = {
    point,
    fields: recipe.fields,
    valueType,
    base: valueType === 'accumulated' ? state.base : null,
    includeAbnormal: !state.hidden.includes('abnormal'),
  };
  const query = useMasterQuery({ ...wanted, range: state.range, every });
  const master = useMemo(() => (query.data ? masterAnswer(query.data, points, say) : null), [query.data, points, say]);
  const zoomed = state.window !== null && master?.answer.reduced === true;
  const detail = useMasterQuery({
    ...wanted,
    range: state.window ? { from: state.window[0], to: state.window[1] } : state.range,
    every: 0,
    enabled: zoomed,
  });
  const parts = useMemo(() => {
    if (!master) return null;
    const fine = zoomed && detail.data ? masterAnswer(detail.data, points, say) : null;
    return masterParts({ master, detail: fine, chosen: state.points, valueType, point, configs }, t);
  }, [master, detail.data, zoomed, points, say, state.points, valueType, point, configs, t]);
  const answer = master?.answer;
  const series = answer && mainSeries(answer.series, point);
  const field = answer?.fields.find((one) => one.name === series?.field);
  return {
    query,
    master,
    answer,
    parts,
    configs,
    valueType,
    wanted,
    empty: parts?.all.every((one) => one.samples.length === 0) ?? true,
    main: series && field ? { series, field, unit: unitOf(field, valueType) } : null,
  };
}

/** One page of the readings of a composite point with those of its sub-points. */
export function useMasterPage(params: MasterParams & { every: number }) {
  const say = useLabel();
  const points = useTreePoints(params.point.projectId);
  const query = useMasterQuery(params);
  const table = useMemo(
    () => (query.data ? masterTable(query.data, points, say) : undefined),
    [query.data, points, say],
  );
  return { query, table };
}

/** Readings in one response at most. */
const allReadings = 20_000;

/** Fetches every reading of a range, for a file. */
export function useWholeMaster(projectId: number) {
  const say = useLabel();
  const points = useTreePoints(projectId);
  const known = useKnown();
  return useMutation({
    mutationFn: async (params: MasterParams) => {
      const asked = { ...params, pageSize: allReadings, order: 'asc' as const };
      const whole = masterTable(await askMaster({ ...asked, page: 1 }, known), points, say);
      const rows = [...whole.rows];
      for (let page = 2; rows.length < whole.total; page++) {
        const next = masterTable(await askMaster({ ...asked, page }, known), points, say).rows;
        if (next.length === 0) break;
        rows.push(...next);
      }
      return { ...whole, rows };
    },
  });
}
