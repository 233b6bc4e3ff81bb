import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { formatTime } from '@/ui/format/time';
import { masterFile } from '../model/master';
import type { TableFormat } from '../model/table';
import type { PointState } from '../model/types';
import { useWholeMaster } from '../queries/master';
import { useSaveTable } from '../queries/save-table';

/** useMasterFile saves every reading of a composite point in a range, with those of its sub-points. */
export function useMasterFile(point: PointState, zone: string, title: string) {
  const { t } = useTranslation(['data-views', 'common']);
  const saveTable = useSaveTable(point, zone);
  const { flag } = useChartWords(zone);
  const fetch = useWholeMaster(point.projectId);
  return (params: Parameters<typeof fetch.mutate>[0], format: TableFormat) =>
    fetch.mutate(params, {
      onSuccess: (table) => {
        const type = t(`common:valueType.${params.valueType}`);
        const words = { time: t('column.time'), flags: t('column.flags'), type, flag: (name: string) => flag(name) };
        const rows = masterFile(table, words, params.valueType, (time) => formatTime(time, zone));
        saveTable({ title, table: rows, range: params.range, format });
      },
    });
}
