import { useTranslation } from 'react-i18next';
import { saveText } from '@/ui/download';
import { formatTime } from '@/ui/format/time';
import { type LevelLine, levelLine, lineCsv } from '../model/level-line';
import type { Range } from '../model/range';
import type { PointState, ValueType } from '../model/types';
import { useWholeLine } from '../queries/level-line';

interface Params {
  point: PointState;
  valueType: ValueType;
  base: number | null;
  range: Range;
}

/** useLineCsv saves every reading of a line in a range, with settlement, level and temperature of each vessel. */
export function useLineCsv(zone: string, title: string, line: LevelLine | undefined) {
  const { t } = useTranslation(['data-views', 'common']);
  const fetch = useWholeLine();
  const points = (line?.vessels ?? []).flatMap(({ point }) => point ?? []);
  return (params: Params) =>
    fetch.mutate(params, {
      onSuccess: (answer) => {
        const unit = params.valueType === 'rate' ? 'mm/d' : 'mm';
        const heads = {
          time: t('column.time'),
          settlement: `${t('line.settlement')} ${t(`common:valueType.${params.valueType}`)} ${unit}`,
          level: `${t('line.level')} mm`,
          temp: `${t('column.temp')} °C`,
        };
        const text = lineCsv(levelLine(answer, points), heads, (time) => formatTime(time, zone));
        saveText(`${params.point.name} ${title}.csv`, text, 'text/csv');
      },
    });
}
