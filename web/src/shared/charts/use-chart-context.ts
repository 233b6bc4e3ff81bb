import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/shared/format/number';
import { durationParts, formatTime } from '@/shared/format/time';
import { useTheme } from '@/shared/theme/theme-store';
import { asLevel } from '@/shared/theme/tokens';
import { usePhone } from '@/shared/ui/use-media';
import { chartTheme } from './chart-theme';
import type { ChartContext, ChartWords } from './chart-words';

/** The words of charts in the language on the screen. */
export function useChartWords(zone: string): ChartWords {
  const { t } = useTranslation(['charts', 'common']);
  return useMemo(
    () => ({
      level: (level) => t(`common:level.${asLevel(level)}`),
      gap: (duration) => t('gap', { duration: durationText(duration, t as (key: string, o?: object) => string) }),
      abnormal: (value) => t('abnormal', { value }),
      before: t('before'),
      beyond: (level, value) => t('beyond', { level, value }),
      time: (time) => formatTime(time, zone),
      number: (value, decimals) => formatNumber(value, decimals),
      flag: (name, range) =>
        name === 'outOfRange' && range
          ? t('outOfRange', { range })
          : t(`flag.${name as 'abnormal'}`, { defaultValue: name }),
    }),
    [t, zone],
  );
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

/** Everything a builder needs besides its data, for the screen as it is. */
export function useChartContext(zone: string): ChartContext {
  const theme = useTheme();
  const narrow = usePhone();
  const words = useChartWords(zone);
  return useMemo(() => ({ theme: chartTheme[theme], words, zone, narrow }), [theme, words, zone, narrow]);
}
