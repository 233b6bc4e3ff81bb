import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { type ZoneShift, zoneShift } from '@/ui/format/zoned';

/** The antd picker knows only local time, so it gets the project's wall clock as if it were local. */
export function toWall(shift: ZoneShift, t: number): dayjs.Dayjs {
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
}

/** Converts the picker's time to UTC ms. */
export function fromWall(shift: ZoneShift, d: dayjs.Dayjs): number {
  return shift.from(Date.UTC(d.year(), d.month(), d.date(), d.hour(), d.minute(), d.second()));
}

interface Props {
  value?: number | null;
  onChange?: (value: number | null) => void;
  zone: string;
  id?: string;
  label?: string;
  allowClear?: boolean;
  disabled?: boolean;
  /** Shown for an empty time. */
  placeholder?: string;
}

/** A time in the zone of the project; its value is UTC ms. */
export function ZonedPicker({
  value,
  onChange,
  zone,
  id,
  label,
  allowClear = false,
  disabled = false,
  placeholder,
}: Props) {
  const shift = useMemo(() => zoneShift(zone), [zone]);
  return (
    <DatePicker
      {...(id ? { id } : {})}
      showTime
      format="YYYY-MM-DD HH:mm:ss"
      style={{ width: '100%' }}
      aria-label={label}
      allowClear={allowClear}
      {...(placeholder ? { placeholder } : {})}
      disabled={disabled}
      value={value ? toWall(shift, value) : null}
      onChange={(d) => onChange?.(d ? fromWall(shift, d) : null)}
    />
  );
}
