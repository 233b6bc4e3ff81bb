import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { saveText } from '@/ui/download';
import { formatTime } from '@/ui/format/time';
import { masterCsv } from '../model/master';
import type { PointState } from '../model/types';
import { useWholeMaster } from '../queries/master';

/** useMasterCsv saves every reading of a composite point in a range, with those of its sub-points. */
export function useMasterCsv(point: PointState, zone: string, title: string) {
  const { t } = useTranslation(['data-views', 'common']);
  const { flag } = useChartWords(zone);
  const fetch = useWholeMaster(point.projectId);
  return (params: Parameters<typeof fetch.mutate>[0]) =>
    fetch.mutate(params, {
      onSuccess: (table) => {
        const type = t(`common:valueType.${params.valueType}`);
        const words = { time: t('column.time'), flags: t('column.flags'), type, flag: (name: string) => flag(name) };
        const text = masterCsv(table, words, params.valueType, (time) => formatTime(time, zone));
        saveText(`${point.name} ${title}.csv`, text, 'text/csv');
      },
    });
}
