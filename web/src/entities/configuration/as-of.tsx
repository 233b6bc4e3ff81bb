import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { zoneShift } from '@/ui/format/zoned';
import { recentDays } from './timeline';

interface Props {
  zone: string;
  /** The start of the version in force; not offered if omitted or 0. */
  begin?: number;
  /** Whether the time may be left open, for "since always". */
  always?: boolean;
  onChange: (time: number) => void;
}

const now = -1;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Offers the usual times from which a change applies, such as last Tuesday. */
export function AsOf({ zone, begin = 0, always = false, onChange }: Props) {
  const { t } = useTranslation('configuration');
  const days = useMemo(() => {
    const shift = zoneShift(zone);
    const midnight = (time: number) => {
      const wall = new Date(shift.to(time));
      return shift.from(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()));
    };
    return recentDays(Date.now(), midnight).map((time) => ({ time, weekday: new Date(shift.to(time)).getUTCDay() }));
  }, [zone]);
  return (
    <Select<number>
      style={{ width: '100%', marginTop: 4 }}
      aria-label={t('asOf.title')}
      placeholder={t('asOf.title')}
      value={null}
      options={[
        { value: now, label: t('asOf.now') },
        ...days.map(({ time, weekday }) => ({
          value: time,
          label: `${t(`asOf.weekday.${weekdays[weekday] ?? 'sunday'}`)} ${formatTime(time, zone, 'day')} 00:00`,
        })),
        ...(begin > 0
          ? [{ value: begin, label: t('asOf.begin', { time: formatTime(begin, zone).slice(0, 16) }) }]
          : []),
        ...(always ? [{ value: 0, label: t('timeline.always') }] : []),
      ]}
      onChange={(time) => onChange(time === now ? Date.now() : time)}
    />
  );
}
