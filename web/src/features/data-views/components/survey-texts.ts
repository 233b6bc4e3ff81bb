import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { listText } from '@/ui/format/list';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { Range } from '../model/range';
import { remarksOf, type Survey, singles, surveysTable } from '../model/surveys';
import type { TableFormat } from '../model/table';
import type { PointState } from '../model/types';
import { useSaveTable } from '../queries/save-table';

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

/** useSurveysFile saves every station of surveys. */
export function useSurveysFile(zone: string, point: PointState, title: string, range: Range) {
  const { t } = useTranslation('data-views');
  const saveTable = useSaveTable(point, zone);
  const remarks = useRemarks();
  return (surveys: readonly Survey[], format: TableFormat) => {
    const heads = {
      time: t('survey.time'),
      depth: t('profile.depth'),
      readings: ['A0', 'A180', 'B0', 'B180'],
      checksums: [t('survey.checksumOf', { axis: 'A' }), t('survey.checksumOf', { axis: 'B' })] as const,
      shape: ['x mm', 'y mm'] as const,
      change: [`${t('survey.change')} x mm`, `${t('survey.change')} y mm`] as const,
      remarks: t('column.flags'),
    };
    const table = surveysTable(surveys, heads, (time) => formatTime(time, zone), remarks);
    saveTable({ title, table, range, format });
  };
}

/** The checksums of a survey along one axis: their mean and scatter. */
export function checksumText({ mean, scatter }: Survey['a']): string {
  return mean === null ? '—' : `${formatNumber(mean, 1)} ± ${formatNumber(scatter, 1)}`;
}
