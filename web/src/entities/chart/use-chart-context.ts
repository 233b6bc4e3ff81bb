import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '@/ui/theme/theme-store';
import { usePhone } from '@/ui/use-media';
import { chartTheme } from './chart-theme';
import type { ChartContext, ChartWords } from './chart-words';
import { chartWords } from './words';

/** The texts of charts in the current language. */
export function useChartWords(zone: string): ChartWords {
  const { t } = useTranslation(['charts', 'common']);
  return useMemo(() => chartWords(t, zone), [t, zone]);
}

/** What a builder needs besides its data: theme, texts, zone, and whether the screen is narrow. */
export function useChartContext(zone: string): ChartContext {
  const theme = useTheme();
  const narrow = usePhone();
  const words = useChartWords(zone);
  return useMemo(() => ({ theme: chartTheme[theme], words, zone, narrow }), [theme, words, zone, narrow]);
}
