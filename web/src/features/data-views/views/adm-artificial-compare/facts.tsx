import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange, formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import row from '../../components/statistics-row.module.css';
import type { Comparison } from './model';

interface Props {
  found: Comparison;
  unit: string;
  decimals: number;
  zone: string;
}

const hours = (a: number, b: number) => formatNumber(Math.abs(a - b) / 3_600_000, 1);

/** Which readings are compared, how far apart they are, and since when both are zero. */
export function ComparedReadings({ found, zone }: Omit<Props, 'unit' | 'decimals'>) {
  const { t } = useTranslation('data-views');
  const { run, reading, zeroRun, zeroReading } = found;
  return (
    <>
      {t('manualCompare.readings', {
        ...{ run: formatTime(run, zone), reading: formatTime(reading, zone), apart: hours(run, reading) },
        ...{ zero: formatTime(zeroRun, zone), zeroApart: hours(zeroRun, zeroReading) },
      })}
    </>
  );
}

/** The statistics of the difference. */
export function DifferenceRow({ found: { statistics }, unit, decimals }: Omit<Props, 'zone'>) {
  const { t } = useTranslation('data-views');
  const { count, max, maxDepth, mean, rms, correlation } = statistics;
  const fact = (name: string, value: ReactNode) => (
    <span>
      {name} <b>{value}</b>
    </span>
  );
  return (
    <div className={row.row}>
      {fact(t('manualCompare.max'), withUnit(formatNumber(max === null ? null : Math.abs(max), decimals), unit))}
      <span>{t('manualCompare.at', { depth: formatNumber(maxDepth, 1) })}</span>
      {fact(t('stat.mean'), withUnit(formatChange(mean, decimals), unit))}
      {fact(t('manualCompare.rms'), withUnit(formatNumber(rms, decimals), unit))}
      {fact(t('manualCompare.correlation'), formatNumber(correlation, 3))}
      <span className={row.space} />
      <span>{t('manualCompare.count', { count })}</span>
    </div>
  );
}
