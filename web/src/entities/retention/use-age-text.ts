import { useTranslation } from 'react-i18next';
import { formatBytes, formatNumber } from '@/ui/format/number';

/** The texts of ages and amounts. */
export function useAgeText() {
  const { t } = useTranslation('retention');
  return {
    age: (days: number) => (days === 0 ? t('forever') : t('days', { count: days, text: formatNumber(days, 0) })),
    amount: ({ rows, bytes }: { rows: number; bytes: number }) =>
      rows === 0 ? t('nothing') : t('amount', { count: rows, text: formatNumber(rows, 0), size: formatBytes(bytes) }),
  };
}
