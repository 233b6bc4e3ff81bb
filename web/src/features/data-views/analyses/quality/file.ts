import { useTranslation } from 'react-i18next';
import { casingUnit } from '@/entities/correction/correction-text';
import { formatNumber } from '@/ui/format/number';
import type { TableFormat } from '../../model/table';
import type { PointState } from '../../model/types';
import type { CasingQuality } from '../../queries/casing';
import type { Facts } from '../../queries/file-facts';
import { useSaveTable } from '../../queries/save-table';
import { qualityRows } from './model';

/** useQualityHeads names the columns of the numbers of a comparison. */
export function useQualityHeads(): string[] {
  const { t } = useTranslation(['analysis', 'data-views']);
  const digit = t('data-views:survey.digit');
  const of = (name: string, axis: string, unit: string) => `${name} ${axis} ${unit}`;
  return [
    t('data-views:profile.depth'),
    ...['A0', 'A180', 'B0', 'B180'],
    ...['A', 'B'].map((axis) => of(t('quality.checksum'), axis, digit)),
    ...['A', 'B'].flatMap((axis) => [of(t('quality.difference'), axis, digit), of(t('quality.estimate'), axis, digit)]),
    ...['x', 'y'].flatMap((axis) => [of(t('quality.before'), axis, 'mm'), of(t('quality.after'), axis, 'mm')]),
  ];
}

/** useQualityFile saves a comparison: its facts and terms first, then every node. */
export function useQualityFile(point: PointState, zone: string, title: string, facts: Facts) {
  const { t } = useTranslation(['analysis', 'console']);
  const saveTable = useSaveTable(point, zone);
  const heads = useQualityHeads();
  const text = (value: number | null, decimals = 4) => (value === null ? '' : String(Number(value.toFixed(decimals))));
  return (quality: CasingQuality, format: TableFormat) =>
    saveTable({
      title,
      range: { from: quality.base.time, to: quality.survey.time },
      facts: [[title], ...facts],
      table: [
        [t('quality.term'), t('quality.value'), t('quality.error'), t('quality.unit'), 'x mm', '± mm', 'y mm', '± mm'],
        ...quality.terms.map((one) => [
          t(`console:correction.term.${one.name}`),
          ...[text(one.value), text(one.standardError), casingUnit(one.name, t('console:correction.digit'))],
          ...[one.effect.x, one.effect.errorX, one.effect.y, one.effect.errorY].map((value) => text(value, 2)),
        ]),
        [],
        heads,
        ...qualityRows(quality).map((row) => row.map((value, i) => (i === 0 ? formatNumber(value, 2) : text(value)))),
      ],
      format,
    });
}
