import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import { nodeLines } from '../../model/profile-rows';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useEngineering, useFields } from '../../queries/point';
import { useComparedSurveys } from '../../queries/surveys';
import { pipeDirection, pipePlots, pipeRows } from './model';

const noDesign: components['schemas']['PointDesignStation'][] = [];

/** usePipe reads the surveys of a casing, and makes the profiles of its shape. */
export function usePipe(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const fields = useFields(point);
  const configs = useChartConfigs(point.structureId, point.id, slug);
  const { query, all, times, surveys } = useComparedSurveys(point, state, every);
  const direction = pipeDirection(fields, state);
  const design = useEngineering(point.structureId, point.id, times.current)?.designLine ?? noDesign;
  const hidden = state.hidden.includes('design');
  const rows = useMemo(() => pipeRows(surveys), [surveys]);
  const drawn = useMemo(
    () => ({
      plots: pipePlots(rows, times.curves, direction, fields, configs, hidden ? noDesign : design, t),
      ground: null,
    }),
    [rows, times, direction, fields, configs, hidden, design, t],
  );
  const axis = direction === 'y' ? 'y' : 'x';
  const row = times.current === null ? undefined : rows.get(times.current);
  const before = times.before === null ? undefined : rows.get(times.before);
  const stored = { end: 'stored' as const, base: null };
  const found = fields.find(({ name }) => name === axis);
  return {
    /** A design line is known. */
    designed: design.length > 0,
    ...{ direction, surveys, biaxial: fields.some(({ name }) => name === 'y') },
    current: surveys.find(({ time }) => time === times.current),
    profile: {
      ...{ query, all, times: { ...times, base: null }, configs, drawn },
      titles: { value: t('survey.offset'), earlier: t('survey.sincePrevious') },
      lines: row ? nodeLines(row, before ?? null, axis, [], stored, 'observed') : [],
      field: found && { ...found, label: t(`survey.shape.${axis}`) },
      loading: query.isPending,
      busy: query.isFetching && !query.isPending,
    },
  };
}
