import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { client, data } from '@/api/client';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { askedSpan, useKnown } from '../model/known';
import { unitOf } from '../model/process-model';
import { type ProcessRecipe, valueTypeOf } from '../model/process-picture';
import type { Range } from '../model/range';
import { type SectionAnswer, type SectionKind, sectionAnswer, sectionParts } from '../model/section';
import type { PointState, ValueType } from '../model/types';
import type { ViewState } from '../model/view-state';
import { pointKeys } from './keys';
import { useTreePoints } from './project';

interface SectionParams {
  point: Pick<PointState, 'id' | 'structureId'>;
  kind: SectionKind;
  /** '': the first one. */
  section: string;
  valueType: ValueType;
  base: number | null;
  includeAbnormal: boolean;
  range: Range;
  times?: readonly number[];
  maxPoints?: number;
  known: number | null;
}

function askSection({ point, base, range, known, times = [], ...asked }: SectionParams, signal?: AbortSignal) {
  const body = {
    ...asked,
    structureId: point.structureId,
    measuringPointId: point.id,
    base: base ?? 0,
    times: [...times],
    ...askedSpan(range, known),
  };
  return data(client.POST('/api/monitor/section', { body, ...(signal ? { signal } : {}) }));
}

function useSectionQuery({ every, enabled = true, ...params }: SectionParams & { every: number; enabled?: boolean }) {
  const { point, ...asked } = params;
  return useQuery({
    queryKey: [...pointKeys.all(point.id), 'section', asked],
    queryFn: async ({ signal }) => ({ found: await askSection(params, signal), times: params.times ?? [] }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: every > 0 ? every * 1000 : false,
  });
}

interface Wanted {
  slug: string;
  kind: SectionKind;
  point: PointState;
  state: ViewState;
  recipe: ProcessRecipe;
  every: number;
  /** Of the longitudinal profile. */
  times: readonly number[];
}

/** useSection loads the sections of a structure, and every reading of the visible part if the server reduced them. */
export function useSection({ slug, kind, point, state, recipe, every, times }: Wanted) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const say = useLabel();
  const points = useTreePoints(point.projectId);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const valueType = valueTypeOf(recipe, state.type, configs);
  const known = useKnown();
  const wanted = {
    point,
    known,
    kind,
    section: state.mode ?? '',
    valueType,
    base: valueType === 'accumulated' ? state.base : null,
    includeAbnormal: !state.hidden.includes('abnormal'),
  };
  const query = useSectionQuery({ ...wanted, range: state.range, times, every });
  const section = useMemo(
    () => (query.data ? sectionAnswer(query.data.found, points, say, query.data.times) : null),
    [query.data, points, say],
  );
  const reduced = section?.charted.some((one) => one.answer.reduced) ?? false;
  const zoomed = state.window !== null && reduced;
  const detail = useSectionQuery({
    ...wanted,
    range: state.window ? { from: state.window[0], to: state.window[1] } : state.range,
    every: 0,
    enabled: zoomed,
  });
  const parts = useMemo(() => {
    if (!section) return null;
    const fine = zoomed && detail.data ? sectionAnswer(detail.data.found, points, say) : null;
    return sectionParts({ answer: section, detail: fine, chosen: state.points, valueType, point, configs }, t);
  }, [section, detail.data, zoomed, points, say, state.points, valueType, point, configs, t]);
  const own = section?.charted.find((one) => one.id === point.id);
  const answer = own?.answer ?? section?.charted[0]?.answer;
  const series = own?.answer.series[0];
  const field = own?.answer.fields[0];
  return {
    query,
    section,
    answer,
    parts,
    configs,
    valueType,
    wanted,
    empty: parts?.all.every((one) => one.samples.length === 0) ?? true,
    main: series && field ? { series, field, unit: unitOf(field, valueType) } : null,
  };
}

export type SectionProcess = ReturnType<typeof useSection>;

/** Readings of a member in one request at most. */
const mostAtOnce = 20_000;

/** Fetches every reading of a section in a range, for a file: a part that the server reduces is fetched by halves. */
export function useWholeSection(points: readonly PointState[]) {
  const say = useLabel();
  async function whole(params: SectionParams, from: number, to: number): Promise<SectionAnswer[]> {
    const answer = await askSection({ ...params, range: { from, to }, maxPoints: mostAtOnce });
    const part = sectionAnswer(answer, points, say);
    if (!part.charted.some((one) => one.answer.reduced)) return [part];
    const middle = Math.floor((from + to) / 2);
    return [...(await whole(params, from, middle)), ...(await whole(params, middle + 1, to))];
  }
  return useMutation({
    mutationFn: (params: SectionParams) => {
      const { start, end } = askedSpan(params.range, params.known);
      return whole(params, start, end);
    },
  });
}
