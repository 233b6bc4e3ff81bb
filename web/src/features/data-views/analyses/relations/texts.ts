import type { TFunction } from 'i18next';
import { formatNumber } from '@/ui/format/number';

/** hoursText says hours in the largest unit that they fill. */
export function hoursText(hours: number, t: TFunction<'analysis'>): string {
  if (Math.abs(hours) >= 48 && Number.isInteger(hours / 24)) return t('relations.days', { count: hours / 24 });
  if (hours !== 0 && Math.abs(hours) < 1) return `${formatNumber(hours * 60, 0)} min`;
  return `${formatNumber(hours, Number.isInteger(hours) ? 0 : 2)} h`;
}
