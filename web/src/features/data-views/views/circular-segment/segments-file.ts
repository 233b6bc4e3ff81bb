import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import type { Range } from '../../model/range';
import type { TableFormat } from '../../model/table';
import type { PointState } from '../../model/types';
import { useSaveTable } from '../../queries/save-table';
import { decimalsOf, jointName, quantities, unitOf } from './model';
import type { Lining } from './use-lining';

/** Saves the segments at the compared times as a table. */
export function useSegmentsFile(
  { lining, times }: Lining,
  point: PointState,
  title: string,
  range: Range,
  zone: string,
) {
  const { t } = useTranslation('data-views');
  const saveTable = useSaveTable(point, zone);
  return (format: TableFormat) => {
    const { segments = [], curves = [] } = lining ?? {};
    const heads = quantities.map((one) => `${t(`lining.${one}`)} ${unitOf(one)}`);
    const base = times.base === null ? t('base.initial') : formatTime(times.base, zone);
    const rows = curves.flatMap(({ t: time, moved }) =>
      segments.map((segment, i) => [
        ...[formatTime(time, zone), base, segment.name, segment.next === null ? '' : jointName(segments, i)],
        ...quantities.map((one) => moved[i]?.[one]?.toFixed(decimalsOf(one)) ?? ''),
      ]),
    );
    const head = [t('column.time'), t('base.label'), t('lining.segment'), t('lining.joint'), ...heads];
    saveTable({ title, table: [head, ...rows], range, format });
  };
}
