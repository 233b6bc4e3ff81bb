import { useTranslation } from 'react-i18next';
import { FigureStrip } from '@/ui/figure-strip';
import { formatChange, formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { useNow } from '@/ui/format/use-now';
import type { Readings } from '../../model/analysis';
import type { Predicted } from '../../queries/analysis';
import { remainingDays } from './model';

interface Props {
  predicted: Predicted | null;
  readings: Readings | null;
  zone: string;
}

const none = '—';

/** The estimate in figures: when, how sure, how fast, from what. */
export function FailureFigures({ predicted, readings, zone }: Props) {
  const { t } = useTranslation('analysis');
  const now = useNow();
  const p = predicted?.prediction;
  const f = p?.failure;
  const time = f?.time || null;
  const text = (t: number) => formatTime(t, zone, 'list');
  const left = time === null ? null : remainingDays(time, now);
  const { unit = '', decimals = 2 } = readings?.field ?? {};
  return (
    <FigureStrip
      label={t('failure.figures')}
      figures={[
        { key: 'time', label: t('failure.time'), value: time ? text(time) : none, strong: true },
        {
          key: 'interval',
          label: t('failure.interval', { percent: 90 }),
          value: f && time ? `${text(f.low)} – ${f.high ? text(f.high) : t('failure.open')}` : none,
        },
        {
          key: 'left',
          label: t('failure.left'),
          value: left === null ? none : left > 0 ? formatNumber(left, 1) : t('failure.passed'),
          unit: left !== null && left > 0 ? 'd' : undefined,
        },
        {
          key: 'rate',
          label: t('failure.rate'),
          value: typeof f?.rate === 'number' ? formatChange(f.rate, Math.min(decimals, 2)) : none,
          unit: typeof f?.rate === 'number' && unit ? `${unit}/d` : undefined,
        },
        { key: 'r2', label: 'R²', value: p ? formatNumber(p.r2, 3) : none },
        {
          key: 'readings',
          label: t('fact.readings'),
          value: p ? formatNumber(p.readings, 0) : none,
          unit: p ? t('fact.dropped', { count: p.dropped }) : undefined,
        },
        {
          key: 'fitted',
          label: t('fact.fitted'),
          value: p ? `${text(p.from)} – ${text(p.to)}` : none,
        },
      ]}
    />
  );
}

/** useFailureFacts are the same figures in words, for files and descriptions. */
export function useFailureFacts(predicted: Predicted | null, readings: Readings | null, zone: string) {
  const { t } = useTranslation('analysis');
  const p = predicted?.prediction;
  const f = p?.failure;
  if (!p || !f) return [];
  const text = (t: number) => (t ? formatTime(t, zone) : none);
  const unit = readings?.field.unit ?? '';
  return [
    [t('fact.equation'), 'x = c − a·ln(tf − t)'],
    [t('failure.time'), text(f.time)],
    [t('failure.interval', { percent: 90 }), `${text(f.low)} – ${f.high ? text(f.high) : t('failure.open')}`],
    [t('failure.rate'), withUnit(formatNumber(f.rate, readings?.field.decimals), unit && `${unit}/d`)],
    ['R²', formatNumber(p.r2, 3)],
    [t('fact.fitted'), `${text(p.from)} – ${text(p.to)}`],
    [t('fact.readings'), t('fact.readingsUsed', { count: p.readings, dropped: p.dropped })],
    [t('conditions'), t('failure.unproven')],
  ] as const;
}
