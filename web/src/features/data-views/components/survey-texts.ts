import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { saveText } from '@/ui/download';
import { listText } from '@/ui/format/list';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { remarksOf, type Survey, singles, surveysCsv } from '../model/surveys';
import type { PointState } from '../model/types';

/** useRemarks says what is remarkable about a survey. */
export function useRemarks(): (survey: Survey | undefined) => string {
  const { t } = useTranslation('data-views');
  return (survey) =>
    survey === undefined
      ? ''
      : listText(
          remarksOf(survey).map((remark) =>
            remark === 'oneDirection'
              ? t('survey.singles', { count: singles(survey) })
              : remark === 'amended'
                ? t('survey.amended', { count: survey.amendments.length })
                : t(`survey.${remark}`),
          ),
        );
}

/** Flags that the remarks name already. */
const named = ['interpolated', 'withdrawn', 'replaced'];

/** useShortRemarks names what is remarkable about a survey in a word each, with its flags. */
export function useShortRemarks(zone: string): (survey: Survey) => string {
  const { t } = useTranslation('data-views');
  const { flag } = useChartWords(zone);
  return (survey) =>
    listText([
      ...remarksOf(survey).map((remark) => t(`survey.short.${remark}`)),
      ...survey.flags
        .filter((name) => !named.includes(name))
        .map((name) => (name === 'partial' ? t('survey.short.partial') : flag(name))),
    ]);
}

/** useSurveyCsv saves every station of surveys. */
export function useSurveyCsv(zone: string, point: PointState, title: string) {
  const { t } = useTranslation('data-views');
  const remarks = useRemarks();
  return (surveys: readonly Survey[]) => {
    const heads = {
      time: t('survey.time'),
      depth: t('profile.depth'),
      readings: ['A0', 'A180', 'B0', 'B180'],
      checksums: [t('survey.checksumOf', { axis: 'A' }), t('survey.checksumOf', { axis: 'B' })] as const,
      shape: ['x mm', 'y mm'] as const,
      change: [`${t('survey.change')} x mm`, `${t('survey.change')} y mm`] as const,
      remarks: t('column.flags'),
    };
    const text = surveysCsv(surveys, heads, (time) => formatTime(time, zone), remarks);
    saveText(`${point.name} ${title}.csv`, text, 'text/csv');
  };
}

/** The checksums of a survey along one axis: their mean and scatter. */
export function checksumText({ mean, scatter }: Survey['a']): string {
  return mean === null ? '—' : `${formatNumber(mean, 1)} ± ${formatNumber(scatter, 1)}`;
}
