import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber, formatPercent, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import type { FieldInfo, Statistics } from '../model/types';
import styles from './statistics-row.module.css';

interface Props {
  statistics: Statistics;
  field: FieldInfo;
  signed: boolean;
  zone: string;
  unit?: string;
  /** Names the curve if there are several. */
  name?: string | undefined;
  /** Directions of 0 to 360°: their extremes and mean mean nothing. */
  bearing?: boolean;
}

/** Under every chart: extremes with their dates, mean, how complete the data is. */
export function StatisticsRow({ statistics, field, signed, zone, unit = field.unit, name, bearing = false }: Props) {
  const { t } = useTranslation('data-views');
  const number = (v: number | null | undefined) =>
    withUnit(signed ? formatChange(v, field.decimals) : formatNumber(v, field.decimals), unit);
  const extreme = (one: { t: number; value: number } | null) =>
    one ? (
      <>
        <b>{number(one.value)}</b> {formatTime(one.t, zone, 'day')}
      </>
    ) : (
      '#N/A'
    );
  return (
    <div className={styles.row}>
      {name && <b>{name}</b>}
      {!bearing && (
        <>
          <span>
            {t('stat.max')} {extreme(statistics.max)}
          </span>
          <span>
            {t('stat.min')} {extreme(statistics.min)}
          </span>
          <span>
            {t('stat.mean')} {number(statistics.mean)}
          </span>
        </>
      )}
      <span className={styles.space} />
      {statistics.completeness !== null && (
        <span>
          {t('stat.completeness')} {formatPercent(Math.min(1, statistics.completeness), 1)}
        </span>
      )}
      <span>{t('stat.abnormal', { count: statistics.abnormal })}</span>
      <span>{t('stat.readings', { count: statistics.count, text: formatNumber(statistics.count, 0) })}</span>
    </div>
  );
}
