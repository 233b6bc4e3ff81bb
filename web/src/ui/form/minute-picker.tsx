import { TimePicker } from 'antd';
import dayjs from 'dayjs';

interface Props {
  value?: number;
  onChange?: (value: number) => void;
  id?: string;
}

/** Minutes of the day as a time without a date. */
export function MinutePicker({ value = 0, onChange, ...rest }: Props) {
  return (
    <TimePicker
      {...rest}
      format="HH:mm"
      allowClear={false}
      needConfirm={false}
      value={dayjs(new Date(2000, 0, 1)).minute(value)}
      onChange={(time) => time && onChange?.(time.hour() * 60 + time.minute())}
    />
  );
}
