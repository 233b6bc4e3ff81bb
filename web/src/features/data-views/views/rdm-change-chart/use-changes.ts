import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartConfigs } from '@/entities/chart/chart-settings';
import type { Survey } from '../../model/surveys';
import { useTypeWord } from '../../model/type-word';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { useFields } from '../../queries/point';
import { useProfileOf } from '../../queries/profile';
import { useComparedSurveys } from '../../queries/surveys';
import { changeRows, changeType, checksumStrip, surveyConfigs, surveyFields } from './model';

const noSurveys: Survey[] = [];

/** useChanges reads the surveys of a casing, and makes the profiles of their changes. */
export function useChanges(slug: string, point: PointState, state: ViewState, every: number) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  const type = changeType(state);
  const found = useFields(point);
  const stored = useChartConfigs(point.structureId, point.id, slug);
  const { query, all, times, surveys } = useComparedSurveys(point, state, every);
  // Without an initial value there is no accumulated change.
  const without = point.noInitial && type === 'accumulated' && state.base === null;
  const shown = without ? noSurveys : surveys;
  const current = shown.find(({ time }) => time === times.current);
  const { mode, direction } = state;
  const made = useMemo(
    () => ({
      fields: surveyFields(found, type),
      configs: surveyConfigs(stored),
      readings: query.data && changeRows(shown, type, point.noInitial),
      strip: checksumStrip(current, { mode, direction }, (axis) => t('survey.strip', { axis })),
      // The server computes changes of a base, which aligns surveys of unequal depth.
      times: { ...times, base: null, before: type === 'accumulated' ? times.before : null },
    }),
    [found, stored, query.data, shown, current, type, times, mode, direction, point.noInitial, t],
  );
  const profile = useProfileOf(
    {
      ...{ query, all: without ? [] : all, renewing: false, valueType: type, rebased: state.base !== null, ...made },
      titles:
        type === 'accumulated' ? { earlier: t('survey.sincePrevious') } : { value: typeWord(type), earlier: null },
    },
    point,
    state,
  );
  return { type, surveys, current, profile };
}
