import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { type LevelLine, levelLine, lineTable } from '../model/level-line';
import type { Range } from '../model/range';
import type { TableFormat } from '../model/table';
import type { PointState, ValueType } from '../model/types';
import { useWholeLine } from '../queries/level-line';
import { useSaveTable } from '../queries/save-table';

interface Params {
  valueType: ValueType;
  base: number | null;
  range: Range;
}

/** useLineFile saves every reading of a line in a range, with settlement, level and temperature of each vessel. */
export function useLineFile(zone: string, point: PointState, title: string, line: LevelLine | undefined) {
  const { t } = useTranslation(['data-views', 'common']);
  const saveTable = useSaveTable(point, zone);
  const fetch = useWholeLine();
  const points = (line?.vessels ?? []).flatMap(({ point }) => point ?? []);
  return (params: Params, format: TableFormat) =>
    fetch.mutate(
      { point, ...params },
      {
        onSuccess: (answer) => {
          const unit = params.valueType === 'rate' ? 'mm/d' : 'mm';
          const heads = {
            time: t('column.time'),
            settlement: `${t('line.settlement')} ${t(`common:valueType.${params.valueType}`)} ${unit}`,
            level: `${t('line.level')} mm`,
            temp: `${t('column.temp')} °C`,
          };
          const rows = lineTable(levelLine(answer, points), heads, (time) => formatTime(time, zone));
          saveTable({
            title,
            table: rows,
            range: params.range,
            points: points.length > 0 ? points : undefined,
            format,
          });
        },
      },
    );
}
