import { Segmented, Select } from 'antd';

interface Props<T extends string> {
  label: string;
  options: { value: T; label: string }[];
  value: T;
  /** Available width in pixels; 0 until measured. */
  room: number;
  onChange: (value: T) => void;
}

/** A choice among a few options: side by side if their labels fit, otherwise in a list. */
export function FittingChoice<T extends string>({ label, options, value, room, onChange }: Props<T>) {
  const shared = { value, options, onChange, 'aria-label': label };
  return room > 0 && widthOf(options) > room ? (
    <Select<T> {...shared} popupMatchSelectWidth={false} />
  ) : (
    <Segmented<T> {...shared} />
  );
}

/** Estimates the width of the options side by side at 13 px: Chinese characters are square, others half as wide. */
export function widthOf(options: readonly { label: string }[]): number {
  const word = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 13 : 7.2), 0);
  return options.reduce((sum, { label }) => sum + word(label) + 22, 4);
}
