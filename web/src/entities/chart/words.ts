import type { TFunction } from 'i18next';
import { formatNumber } from '@/ui/format/number';
import { durationParts, formatTime } from '@/ui/format/time';
import { asLevel } from '@/ui/theme/tokens';
import type { ChartWords } from './chart-words';

/** chartWords builds the texts of charts from one language's translations. */
export function chartWords(t: TFunction<['charts', 'common']>, zone: string): ChartWords {
  return {
    level: (level) => t(`common:level.${asLevel(level)}`),
    gap: (duration) => t('gap', { duration: durationText(duration, t as (key: string, o?: object) => string) }),
    abnormal: (value) => t('abnormal', { value }),
    before: t('before'),
    beyond: (level, value) => t('beyond', { level, value }),
    time: (time) => formatTime(time, zone),
    number: (value, decimals) => formatNumber(value, decimals),
    compass: (degrees) => t('compass').split(' ')[Math.round(degrees / 22.5) % 16] ?? '',
    flag: (name, range) =>
      name === 'outOfRange' && range
        ? t('outOfRange', { range })
        : t(`flag.${name as 'abnormal'}`, { defaultValue: name }),
  };
}

/** A length of time in its two largest units: 2 天 9 小时. */
export function durationText(ms: number, t: (key: string, options?: object) => string): string {
  const { days, hours, minutes } = durationParts(ms);
  const parts: string[] = [];
  if (days > 0) parts.push(t('charts:duration.days', { count: days }));
  if (hours > 0) parts.push(t('charts:duration.hours', { count: hours }));
  if (minutes > 0 || parts.length === 0) parts.push(t('charts:duration.minutes', { count: minutes }));
  return parts.slice(0, 2).join(' ');
}
