import { DatePicker, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { zoneShift } from '@/ui/format/zoned';
import { useMedia, usePhone } from '@/ui/use-media';
import { isQuick, quickRanges, type Range, resolveRange } from '../model/range';

interface Props {
  range: Range;
  zone: string;
  onChange: (range: Range) => void;
}

const onBar = ['1d', '7d', '30d', '90d', '1y'] as const;
const onNarrowBar = ['1d', '7d', '30d', '1y'] as const;
const onPhone = ['1d', '7d', '30d'] as const;
const custom = 'custom';

/** Quick ranges on the bar, the rest in a list, or two times in the zone of the project. */
export function RangeControl({ range, zone, onChange }: Props) {
  const { t } = useTranslation('data-views');
  const phone = usePhone();
  const quick = 'quick' in range ? range.quick : custom;
  const shift = zoneShift(zone);
  const wide = useMedia('(min-width: 1600px)');
  const shown = phone ? onPhone : wide ? onBar : onNarrowBar;
  // The picker knows only local time, so it gets the project's wall clock as if it were local.
  const fromWall = (d: dayjs.Dayjs) =>
    shift.from(Date.UTC(d.year(), d.month(), d.date(), d.hour(), d.minute(), d.second()));
  const toWall = (t: number) => {
    const w = new Date(shift.to(t));
    return dayjs(
      new Date(
        w.getUTCFullYear(),
        w.getUTCMonth(),
        w.getUTCDate(),
        w.getUTCHours(),
        w.getUTCMinutes(),
        w.getUTCSeconds(),
      ),
    );
  };
  const set = (value: string) => {
    if (isQuick(value)) onChange({ quick: value });
    else {
      const { start, end } = resolveRange(range, Date.now());
      onChange({ from: start, to: end });
    }
  };
  return (
    <>
      <Segmented
        value={(shown as readonly string[]).includes(quick) ? quick : ''}
        onChange={(value) => set(String(value))}
        options={shown.map((value) => ({ value, label: t(`range.${value}`) }))}
        aria-label={t('range.label')}
      />
      <Select
        value={(shown as readonly string[]).includes(quick) ? null : quick}
        placeholder={t('range.more')}
        aria-label={t('range.more')}
        popupMatchSelectWidth={false}
        onChange={(value: string) => set(value)}
        options={[
          ...quickRanges
            .filter((value) => !(shown as readonly string[]).includes(value))
            .map((value) => ({ value: value as string, label: t(`range.${value}`) })),
          { value: custom, label: t('range.custom') },
        ]}
      />
      {'from' in range && (
        <DatePicker.RangePicker
          showTime
          allowClear={false}
          aria-label={t('range.custom')}
          value={[toWall(range.from), toWall(range.to)]}
          onChange={(times) => {
            const [from, to] = times ?? [];
            if (from && to) onChange({ from: fromWall(from), to: fromWall(to) });
          }}
        />
      )}
    </>
  );
}
