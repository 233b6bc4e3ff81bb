import { useTranslation } from 'react-i18next';
import { useChartWords } from '@/entities/chart/use-chart-context';
import { AgeText } from '@/entities/live/age-text';
import { FigureStrip } from '@/ui/figure-strip';
import { formatNumber } from '@/ui/format/number';
import type { FieldInfo, PointState } from '../../model/types';
import { useNewestObserved } from '../../queries/readings';
import { cardsOf } from './model';

interface Props {
  point: PointState;
  fields: readonly FieldInfo[];
  zone: string;
}

/** The newest value of each element, and its age. An element that the newest reading lacks has no card. */
export function WeatherCards({ point, fields, zone }: Props) {
  const { t } = useTranslation('data-views');
  const words = useChartWords(zone);
  const latest = useNewestObserved(point).data;
  const cards = cardsOf(fields, latest);
  if (!latest || cards.length === 0) return null;
  return (
    <FigureStrip
      label={t('weather.newest')}
      figures={[
        ...cards.map(({ name, label, value, unit, decimals }) => ({
          key: name,
          label,
          value: name === 'windDir' ? words.compass(value) : formatNumber(value, decimals),
          unit: name === 'windDir' ? `${formatNumber(value, decimals)}${unit}` : unit,
        })),
        {
          key: 'age',
          label: t('weather.measured'),
          value: <AgeText large time={latest.t} interval={point.interval || undefined} zone={zone} />,
        },
      ]}
    />
  );
}
